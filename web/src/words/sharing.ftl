# The words of what is shown elsewhere: a replay in another page, a film of a turn.

share-film = Film
share-film-help = The turn as a GIF; while the game runs, as everybody may see it
share-embed = Embed
share-embed-help = Copy a few words of HTML that show this replay in another page
share-embedded = Copied
share-embed-text = HTML for another page
embed-open = Open at Grand Harbour
