# The words of tournaments and ladders.

tournaments-title = Tournaments
tournaments-under = many players, one winner
tournaments-none = None yet. Members can make one.
tournaments-make = Make a tournament
tournaments-name = Name
tournaments-kind = Kind
tournament-kind = { $kind ->
    [round-robin] everybody meets everybody
    [swiss] Swiss system
   *[knock-out] knock-out
 }
tournament-kind-help = { $kind ->
    [round-robin] Everybody meets everybody once.
    [swiss] In each round those meet who stand alike, and nobody meets the same opponent twice.
   *[knock-out] Who loses is out; after a draw the two play again with the sides changed.
 }
tournaments-rounds = Rounds (0: as many as are needed)
tournaments-rated = counts for the standing
tournaments-programs = programs may join
tournaments-do = Make it
tournament-state = { $state ->
    [open] open: one can join
    [running] under way
    [ended] over
   *[cancelled] cancelled
 }
tournament-line = { $kind }, { $players ->
    [one] one player
   *[other] { $players } players
 }, { $state }
tournament-round-of = round { $round } of { $rounds }
tournament-by = made by { $name }
tournament-see = See { $name }
tournament-join = Join
tournament-joined = You play here.
tournament-withdraw = Withdraw
tournament-withdraw-help = You give up the game you are playing here, and later opponents win without playing.
tournament-begin = Begin it
tournament-cancel = Cancel it
tournament-cancel-help = The tournament ends for everybody. Games that are being played go on.
tournament-needs = As soon as two have joined.
tournament-nobody = Nobody has joined yet.
tournament-table = How they stand
tournament-place = Place
tournament-player = Player
tournament-points = Points
tournament-buchholz = Buchholz
tournament-buchholz-help = What those one met have scored
tournament-berger = Sonneborn-Berger
tournament-berger-help = What those one beat have scored, and half of what those have with whom one drew
tournament-won = Won
tournament-gone = withdrawn
tournament-left = somebody who left
tournament-cross = Who met whom
tournament-versus = { $one } against { $two }
tournament-rounds = Rounds
tournament-round = Round { $n }
tournament-bye = { $name } has a bye
tournament-pair = { $one } ({ $first }) – { $two } ({ $second })
tournament-result = { $result ->
    [one] 1 – 0
    [two] 0 – 1
    [draw] ½ – ½
   *[none] is being played
 }
tournament-walkover = without playing

ladder-title = Ladder
ladder-under = who wins takes the place
ladder-help = Challenge somebody up to { $reach } places above you: the game begins at once, three days for an answer, and counts. If you win, you change places.
ladder-none = Nobody stands on it yet.
ladder-join = Step on, at the bottom
ladder-leave = Step off
ladder-leave-help = You lose your place; who steps on again begins at the bottom.
ladder-challenge = Challenge
ladder-challenge-whom = Challenge { $name }
ladder-plays = plays about the place
