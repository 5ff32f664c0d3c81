# What the server says itself. What a game or the engine has to say comes from their own catalogues.

## Kinds of problems: the headline of each

problem-bad-request = The request cannot be read
problem-wrong-seat = That is not your seat
problem-members-only = That is for members
problem-silenced = You cannot write here
problem-wrong-password = Name and password do not fit
problem-wrong-token = The token is not good
problem-wrong-scope = The token is not for this
problem-no-club = There is no club here
problem-not-found = There is nothing here
problem-unknown-game = There is no such game
problem-unknown-scenario = There is no such scenario
problem-unknown-table = There is no such table
problem-not-your-decision = It is not yours to decide now
problem-stale = That was already decided
problem-illegal-choice = The rules forbid it
problem-wrong-link = The link does not fit your cup
problem-cannot-undo = It cannot be taken back
problem-table-ended = The game has ended
problem-still-running = The game is still running
problem-adjourned = The game is adjourned
problem-other-rules = This table was played under other rules
problem-name-taken = The name is taken
problem-bad-name = That cannot be used
problem-too-large = That is too large
problem-bad-option = An option does not fit
problem-bad-tables = The table pack does not fit
problem-bad-position = No game can be played from this position
problem-bad-save = The save cannot be loaded
problem-too-slow = The request never came to its end
problem-too-many = That is too much at once
problem-busy = The server has too much to do
problem-internal = The server made a mistake
problem-cannot-store = The database does not answer

## Details: what exactly went wrong

# What somebody else has put into words: a rule, a reader of texts, a library.
detail-as-said = { $words }
detail-about = { $what }: { $why }
detail-none-of = { $what }: '{ $said }' is none of { $known }
detail-not-a-number = { $what }: '{ $said }' is not a number

# Finding things
detail-no-game = there is no game '{ $game }'; installed are { $known }
detail-no-scenario = { $game } has no scenario '{ $scenario }'; there are { $known }
detail-no-table = there is no table '{ $table }'
detail-no-lesson = { $game } has no lesson yet.
detail-no-calculator = { $game } has no battle calculator.
detail-no-map = { $game } has no map art.
detail-no-page = There is no page /{ $page }
detail-no-problem = There is no problem called '{ $kind }'.
detail-no-piece = There is no such piece here.
detail-no-layer = The layer '{ $layer }' cannot be asked about '{ $about }'.
detail-no-moment = { $moments ->
    [one] there is no moment { $moment }; there is one
   *[other] there is no moment { $moment }; there are { $moments }
 }
detail-cannot-draw = This server cannot draw pictures: { $why }.
detail-cannot-print = This server cannot print: { $why }.

# Requests
detail-bad-body = The body cannot be read: { $why }
detail-bad-message = The message cannot be read: { $why }
holds-zero = it holds the character 0
detail-message-is-text = A message is text, not bytes.
detail-message-too-long = A message has at most { $most } characters.
detail-nothing-to-do = There is nothing called '{ $do }' to do.
detail-body-too-large = At most { $most } bytes are read here.
detail-body-too-slow = The body was not there after { $seconds } s.
detail-bad-address = No address here looks like that.
detail-bad-host = The name of the host or of the page cannot be read.
detail-other-host = The server does not answer to this host name.
detail-other-site = The request comes from a page of another site.
detail-bad-bearer = The Authorization header is not of the form: Bearer TOKEN
detail-leaving = This server is about to stop; others go on.
detail-not-ready = The database does not answer.
detail-other-database = The database is of another version.
detail-broken = Something went wrong here; it has been written to the log.
detail-rounds-and-radar = rounds: 0 to 20; radar: empty, attackers or defenders
detail-calculation-too-large = An exact answer takes more than { $seconds } s: ask for fewer units, or for fewer rounds.

# How much one gets
detail-too-many = That is more than one person gets here; come back in { $seconds } s.
detail-too-many-connected = Too many are connected from this address.
detail-too-many-texts = Too much waits already to be worked out; come back in a while.
detail-no-workers = The workers that read texts have gone; come back in a while.
detail-too-dear = To work this out takes more time or memory than anybody gets here.
detail-too-many-edits = At most { $most } edits are made at once.
detail-position-too-long = A position text has at most { $most } characters.

# Texts of others
detail-not-a-save = The file cannot be read as a save.
detail-not-text = not a text file
detail-bad-draft = The draft cannot be read.
detail-no-pack = There is no pack '{ $pack }' on the shelf.
detail-needs-pack-key = That needs the key that came when the pack was shared.
detail-shelf-full = There are { $most } packs on the shelf, which is all it holds.
detail-pack-name-taken = pack.name: somebody has shared a pack called '{ $name }' for this game; give yours another name.
detail-pack-version = pack.version: version { $version } lies here; a later one has a higher number.
detail-cannot-share = The shelf is as it was; try again. ({ $why })
detail-cannot-read-shelf = The shelf cannot be read now. ({ $why })
detail-line = Line { $line }: { $why }

# Seats
detail-not-for-side = This seat does not choose for '{ $side }'.
detail-spectators-do-not-choose = Spectators do not choose: that needs the token of a seat.
detail-spectators-have-nothing = Spectators have nothing to choose.
detail-needs-key = That needs the key of a seat.
detail-invitation-gone = This invitation has been taken or withdrawn: ask for a new one.
detail-is-invitation = This is an invitation: take the seat with it first.
detail-opens-no-seat = This link opens no seat at this table.
detail-one-screen = This table was opened for one screen: its dice are not those of two people.
detail-chosen-seed = seed: where two people play nobody chooses the dice
detail-seat-taken = Somebody sits there.
detail-somebody-faster = Somebody else was faster.
detail-no-invitation = side: nobody can be invited to '{ $side }'
detail-no-side = seats: there is no side '{ $side }'; the sides are { $known }
detail-empty-seat = seats: nobody sits at { $side }
detail-no-seat-kind = seats: { $side }: '{ $kind }' is none of { $known }
detail-no-player = seats: { $side }: there is no computer player '{ $player }'; there are { $known }
detail-own-analysis = While a game runs only a seat may have its own moments looked at.
detail-empty-comment = A comment says something or shows an arrow.
detail-long-comment = A comment has up to { $most } letters and { $arrows } arrows.
detail-arrow-space = There is no place “{ $space }” on this board.
detail-many-comments = A table holds up to { $most } comments.
detail-no-comment = There is no such comment of yours.
detail-whole-later = The whole game can be written down when it has ended.
story-title = { $game }: { $scenario }
story-seats = { $sides }
story-comment = { $side }: “{ $text }”
story-comment-arrows = { $side }: “{ $text }” [{ $arrows }]
story-arrow = { $from } → { $to }
story-ring = around { $from }
story-end = The end: { $reason }
story-dice = [{ $dice }]
detail-own-eyes = While a game runs a seat looks back through its own eyes only.
detail-ledger-of-players = While a game runs its ledger is only for those who play it.

# The state of a table
detail-cannot-read = The table cannot be read now. ({ $why })
detail-cannot-write = Nothing has changed; try again. ({ $why })
detail-cannot-open = The table could not be stored. ({ $why })
detail-gone-on = The table has gone on meanwhile.
detail-ended = The game has ended.
detail-ended-no-choice = The game has ended; nothing more can be chosen.
detail-ended-play-on = The game has ended; look back and play on from there instead.
detail-over-then = At this moment the game was over; go back a little.
detail-others-play = While others play here too, nobody can play on from a moment of their game.
detail-rules-changed = The rules have changed since: play on from the last sound position first.
detail-not-astray = The table can be played as it is.
detail-play-on-first = { $astray } Play on from here first: { $heading }.
detail-stale-click = { $made ->
    [one] This seat has made one click; the click was meant for number { $number }.
   *[other] This seat has made { $made } clicks; the click was meant for number { $number }.
 }
detail-nothing-to-decide = { $side } has nothing to decide now.
detail-others-decide = { $side } has nothing to decide now: { $waiting }.
detail-nothing-since = Nothing has happened since that moment.
detail-nobody-asks-back = Nobody asks to go back, or the game has gone on since.
detail-other-must-agree = The other side has to agree.
detail-offered-already = You have offered that already.
detail-nothing-offered = Nobody offers that, or the game has gone on since.
detail-nobody-to-agree = Nobody is here who could agree to that.
detail-no-clock = There is no clock at this table that could stand.
detail-adjourned-already = The game is adjourned already.
detail-not-adjourned = The game is not adjourned.
detail-rated-seat = In a game that counts everybody plays himself.
detail-go-on-first = Offer to go on first.
detail-cannot-set-up = The table was begun with version { $version }, and { $why }

## Tables of earlier versions

astray-other-rules = The table was begun with version { $version }, whose rules were other ones.
astray-whole = { $why } { $begun }
astray-may-differ = This table was begun with version { $version }; since { $heading } it may differ from what you remember, because the rules have changed.
astray-no-setup = it can no longer be set up: { $why }
astray-other-position = with it the position is another one than was noted
astray-gives-up = the rules give up here ({ $why })
astray-move = move { $number } ({ $side } { $verb }) no longer fits: { $why }

## Going back

undo-nothing = Nothing to take back: { $why }
back-asked = { $side } asks to go back to { $heading }.
back-no-choice = there is nothing to take back after choice { $choices }
move-unknown = there is no move of the kind '{ $kind }'

## Choices from outside

order-about-nothing = there is no { $about } an order could be about
order-which = '{ $order }' says nothing without the number of an order
order-no-targets = only an order to answer with a verb has targets
choice-by-name = a { $kind } goes by its printed name, not by { $target }

## Computer players

thoughts-secret = This game has secrets: what the computer thought can be read when it has ended.
resigns-hopeless = nothing it tried gave it a chance any more

# The club
detail-not-yours = This seat is not yours: sign in as the one who sits there.
detail-private-harbour = This is a private harbour: nobody needs a name here.
detail-for-members = That is for members: join, or sign in.
detail-for-moderators = That is for the moderators of the club.
detail-named-already = You have a name already.
detail-by-invitation = One joins this club by an invitation of a member.
detail-same-name = Somebody else has this name or this address.
detail-no-such-member = There is no member with this name and this password.
detail-no-token = There is no such token: it has been revoked, or was never made.
detail-not-for-programs = That is for people: no token opens it.
detail-needs-scope = This token was not made with the scope '{ $scope }'.
detail-no-token-name = A token has a name of up to { $most } letters, so that you know it again.
detail-no-scope = A token is made for something: choose at least one scope.
detail-plays-himself = You have played games that count yourself: join once more with a name for your program.
detail-which-side = You hold several seats here: say which, with ?side=.
detail-stream-busy = { $most } streams of yours are open already.
detail-not-signed-in = You are not signed in.
detail-no-mail = This is no address mail could be sent to.
detail-no-name = A name has { $least } to { $most } letters, digits, spaces, dots, hyphens and apostrophes.
detail-no-password = A password has at least { $least } characters, and at most { $most }.
detail-slip-used = This link has been used, or it is too old: ask for a new one.
detail-passkey-unread = This is not what a passkey makes.
detail-passkey-wrong = The passkey does not prove it.
detail-passkey-unknown = Nobody here has this passkey.
detail-last-passkey = Without a password the last passkey stays: nothing else would open the door.
detail-other-name = This is not your name.
detail-own-role = What you are yourself is decided by others.
detail-no-person = There is no such member.
detail-bad-clock = A clock has 1 hour to 60 days for an answer and up to 120 days of reserve, or 1 to 600 minutes and up to 600 seconds.
detail-bad-holiday = A holiday lies ahead and does not overlap another, and those of a year are 60 days together at most.
detail-no-challenge = There is no such challenge: it has been accepted or taken back.
detail-enough-challenges = You have { $most } open challenges already.
detail-own-challenge = This challenge is your own.
detail-not-challenged = Somebody else was challenged.
detail-challenger-away = A live game begins at once, and who offered it is not here just now.
detail-challenge-taken = Somebody else was faster.
detail-rated-flag = In a game that counts, who runs out of time loses.
detail-rated-computer = A game that counts against the computer is between you and one of its levels, as it is printed.
detail-rated-no-back = In a game that counts the computer takes nothing back.
detail-no-tournament = There is no such tournament.
detail-no-tournament-name = A tournament has a name of up to { $most } letters.
detail-tournament-clock = A tournament has two sides and a clock, and who runs out of time loses: nobody waits for who does not come.
detail-tournament-begun = It has begun: nobody joins any more.
detail-not-your-tournament = That is for who made the tournament, and for moderators.
detail-too-few = A tournament needs two players at least.
detail-no-programs = Programs are not admitted here.
detail-not-on-ladder = On a ladder play those who stand on it.
detail-out-of-reach = One challenges somebody above oneself, { $reach } places at most.
detail-ladder-busy = You have challenged somebody already, or somebody else is playing for that place: wait until that game has ended.
detail-time-over = Your time is over.
detail-time-left = There is time left.
detail-rematch-later = A rematch begins when the game has ended.
detail-no-rematch = A game from a position or with other numbers is set up anew by hand.
detail-nothing-said = There is nothing to say.
detail-said-too-much = A message has at most { $most } characters.
detail-talk-closed = A moderator has closed the talk at this table.
detail-silenced = A moderator has silenced you for a time.
detail-talk-full = There are { $most } messages here, which is all there may be.
detail-may-not-talk = Who plays here with somebody else may write, and members who watch.
detail-no-message = There is no such message.
detail-no-report = There is no such report.
detail-at-most = At most { $most } at once.
clock-ran-out = time ran out

## Messages by mail

mail-confirm-subject = Your address at Grand Harbour
mail-confirm =
    Ahoy { $name },

    you have given this address at Grand Harbour. Open this link to confirm that it is yours:

    { $link }

    If it was somebody else, do nothing: without it nobody is written to here again.
mail-reset-subject = A new password for Grand Harbour
mail-reset =
    Ahoy { $name },

    somebody, we hope you, has forgotten the password of this member. With this link a new one is set, once and within the hour:

    { $link }

    If you did not ask for it, do nothing: the old password holds.

## What people are told when they are not looking

house = Grand Harbour
shared-title = { $game }: { $scenario }
program-named = { $name } (program)
told-turn = { $known ->
    [yes] Your turn against { $opponent }: { $game }
   *[no] Your turn: { $game }
 }
told-asked = { $known ->
    [yes] { $opponent } asks you something: { $game }
   *[no] The other side asks you something: { $game }
 }
told-challenge =
    { $known ->
        [yes] { $name } challenges you: { $game }
       *[no] You are challenged: { $game }
    }
told-declined = { $name } declines your challenge: { $game }
told-side = { $chance ->
    [yes] Sides by chance
   *[no] You would play { $side }
 }
told-time = { $kind ->
    [correspondence] { $days ->
        [one] One day
       *[other] { $days } days
    } for an answer, { $reserve } in reserve
    [live] { $minutes } minutes, and { $seconds } seconds for every answer
   *[none] No clock
 }
told-counts = { $rated ->
    [yes] It counts for the standing
   *[no] A friendly game
 }
told-result = { $how ->
    [won] You have won: { $reason }
    [lost] You have lost: { $reason }
   *[drawn] Drawn: { $reason }
 }
told-ended = { $known ->
    [yes] Your game against { $opponent } has ended: { $game }
   *[no] Your game has ended: { $game }
 }
told-clock = { $known ->
    [yes] Your clock runs low against { $opponent }: { $game }
   *[no] Your clock runs low: { $game }
 }
told-talk = { $known ->
    [yes] { $opponent } writes to you: { $game }
   *[no] The other side writes to you: { $game }
 }
phrase = { $which ->
    [hello] Hello!
    [luck] Good luck!
    [well] Well played!
    [sorry] Sorry!
    [moment] One moment, please.
    [later] I go on later.
    [thanks] Thank you!
   *[bye] Good-bye!
 }
told-several = { $n ->
    [one] One thing waits for you
   *[other] { $n } things wait for you
 }
told-reported = A message has been reported
told-waits = { $name } would like to join
told-trial = Grand Harbour can reach you here
told-trial-text = This is a trial. From now on you will be told here when it is your turn.
told-footer = You get this because you play at this harbour. No more mails: { $link }
unsubscribe = No more mails
unsubscribe-title = Mails from this harbour
unsubscribe-help = One click, and this harbour writes you no more about your games. Your games go on.
unsubscribed = You will get no more mails from this harbour.
unsubscribed-back = Turn them on again, or be told another way
detail-no-address = That is no address of the web.
detail-not-https = The address has to begin with https://.
detail-not-public = That address lies in a network others cannot reach.
detail-enough-ways = { $most ->
    [one] One of these is all there may be.
   *[other] { $most } of these are all there may be.
 }
detail-hook-fails = Nobody took the message there: { $why }
detail-no-ticket = This link is not good any more.
