# The words of the interface, in Project Fluent. What a game says (prompts, events, rules) comes from its own catalogue on the server.
# A sentence may be moved and changed here without touching code; what stands in { $braces } is filled in. CHANCE() writes a probability.

-house = Grand Harbour

## Everywhere

house = { -house }
page-title = { $page } · { -house }
page-title-asked = ● { $page } · { -house }
page-title-spoken = ✉ { $page } · { -house }
to-home = { -house }, home
close = Close
part-missing = This part of the page could not be fetched.
part-reload = Load the page again
theme = Light or dark
named = { $label }: { $what }
chance = { CHANCE($p) }
times = ×{ $n }
rule-of = Rule { $rule }: open the rulebook
die = die { $value }
nobody = nobody
copy = Copy
copied = Copied
download = Download
scenario = Scenario
board-of = On the board
unreachable = The table server does not answer
unreachable-help = It may be starting, or the line is down. Nothing that was played is lost.
refused = Refused
no-game = There is no such game
no-table = There is no such table
no-page = There is no such page
no-page-help = The address may have been cut short on its way here.
not-your-seat = This seat is not yours
try-again = Try again
to-harbour = To the harbour

## The harbour

home-about =
    Five board wargames of the war for Malta and Italy, 1940 to 1944, played in the browser by their full rules.
    Every click shows its odds, every refusal its rule, and the dice can be proved fair.
home-shelf = The shelf
home-open = Open a saved game
home-bad-link = This link holds no whole game. Was it cut on its way here?
home-opening = Opening the shelf…
home-lesson-title = { $game }: first lesson
home-play = Play
home-learn = Learn in ten clicks
home-set-up = Set up a position
home-calculator = Battle calculator
home-print = Print and play
home-not-yet = Not playable yet: its rules are still being set.
packs = Packs
packs-about = Scenarios, units and maps that people have made. A game that is begun with one keeps it, whatever becomes of it here.
packs-none = Nobody has shared one yet.
packs-share = Share a pack
packs-sharing = It is being tried out…
packs-by = by { $author }
packs-version = version { $version }
packs-play = Play { $title }
packs-print = Print and play
packs-text = Its text
packs-drop = Take it down
packs-problem = { $title } { $detail }
home-scenarios = { $n ->
    [one] { $n } scenario
   *[other] { $n } scenarios
 } · { $sides }
home-against = { $one } against { $other }
board-squares = Square board
board-hexes = Hex map
board-points = Point-to-point map
board-areas = Area map

## Starting a game

start-from = Play on from { $moment }, with new dice, at a table of its own.
start-position = From the position you have set up.
start-counts = counts for the standing, apart from games against people; three days for an answer, and nothing is taken back
start-here = At this screen
start-link = Somebody else, by a link
start-computer = Computer
start-here-help = You, with the mouse or a finger.
start-link-help = You get a link to send.
start-options = { $changed ->
    [0] Options and table packs
    [one] Options and table packs ({ $changed } changed)
   *[other] Options and table packs ({ $changed } changed)
 }
start-pack = Table pack
start-pack-help = A file with your own numbers, units or scenarios: TOML, or an archive.
start-pack-changes = { $pack } changes:
start-seed = Seed of the dice
start-seed-none = drawn at random
start-seed-help = Give one to play the same dice again.
start-go = Start
start-busy = Setting the table…
start-played-on = { $game }: played on from { $moment }
start-own-position = { $game }: own position
changes-of = What the table pack changes
changes-none = Its values are the printed ones.
changes-new = not there
changes-gone = removed

print-title = { $game } on paper
print-about = One PDF: the map in tiles at the true size of the counters, counter sheets for both sides of the paper, charts, a player aid and the rulebook.
print-paper = Paper
print-a4 = A4
print-letter = Letter
print-make = Make the PDF
print-note = It takes some seconds the first time. Print it at 100 %, the counter sheets on both sides.

## The table

table = Table
table-cut = Cut off from the table. Trying again; nothing is lost, and clicks wait until the line is back.
table-your-seat = You hold a seat at this table.
table-take-seat = Take it
table-watch = Watch this table instead
table-state = State of the game
table-papers = Table papers
resign-title = Resign this game?
resign-not = Play on
menu-agree = Agree or resign
resign = Resign
link-opening = Connecting
link-open = Connected
link-cut = Cut off
menu = Menu
menu-replay = Replay
menu-rules = Rules
menu-rulebook = Rulebook
menu-odds = Odds
menu-save = Save
menu-save-help = Save the game as a file
menu-invite = Invite
menu-link = Link
menu-link-help = Links to this table, and one's own key
menu-keys = Keys
menu-keys-help = Keys (?)
menu-sound = Sound
sound = Sounds on or off
menu-theme = Theme

invite-about = Whoever opens a link sits in that seat. Send it only to the one who plays there; the game begins without waiting.
invite-send = Send
invite-message = { -house }: { $side }

curtain-title = Hand the screen to { $side }
curtain-about = { $many ->
    [yes] Nothing of the table shows until { $side } sit down.
   *[no] Nothing of the table shows until { $side } sits down.
 }
curtain-lift = I am { $side }: show my table
curtain-together = We look at the screen together: change seats without this curtain

astray-title = The rules have changed
astray-about = The rules have changed since this game was begun.
astray-go-on = Play on from { $heading }
astray-wait = A player can go on from { $heading }.
astray-seen = I see

takeback-ask = Take back…
takeback-ask-terms = Ask to go back: you choose the moment, the other side must agree
takeback-title = Request to go back
takeback-waiting = Waiting for the answer.
takeback-terms = What falls after it falls anew.
takeback-withdraw = Withdraw
takeback-agree = Agree
takeback-decline = Decline

since-title = Since your last turn
since-first = Before your first turn
since-play = Play
since-away = Put away
since-step = Step through
toll-lost = Lost
toll-hurt = Worse off
toll-taken = Changed hands
toll-hurt-how = { $unit } ({ $what })
toll-taken-by = { $place } ({ $side })
toll-nobody = nobody’s

## Keys

keys-title = Keys
keys-b = to the board
keys-p = to the prompt and its buttons
keys-arrows = on the board: walk the legal targets
key-tab = Tab
keys-tab = on the board: the next legal target in reading order
key-enter = Enter
keys-enter = choose the one in focus
keys-w = on the board: walk every space and hear why not
keys-d = on the board: say what lies there; without a focus, the whole position
key-shift-arrows = Shift + arrows
keys-shift-arrows = move the map
keys-zoom = zoom in, zoom out, the whole map
keys-l = on the board: the layers of the map
keys-z = on the board: look closely at what is in focus, or at what the decision is about
keys-g = the board goes where the game is, or stays
keys-f = put the log away, or show it
keys-h = a hint, with the plans behind it
key-undo = U or Ctrl Z
keys-undo = undo; where that is not possible, why
key-escape = Esc
keys-escape = put a card or a tray away
keys-help = these keys
keys-everywhere = B, P, H, U, G, F and ? work wherever the focus is

## The prompt

prompt = Prompt
prompt-secret = { $side } · secret
prompt-places = { $n ->
    [one] One place on the board
   *[other] { $n } places on the board
 }
prompt-places-for = { $label }: { $n ->
    [one] one place on the board
   *[other] { $n } places on the board
 }
prompt-many = { $label } ({ $n })
prompt-actions = Actions
prompt-choose = Choose
prompt-wins = { $many ->
    [yes] { $side } win
   *[no] { $side } wins
 }
prompt-draw = A draw
prompt-outcome = { $who } · { $level }
prompt-replay = Watch the replay
prompt-save = Save the game
again = Play again
rematch = Rematch with sides changed
again-changed = Play the other side
again-stronger = Against { $player }
prompt-late = { $n ->
    [one] This game has secrets: you see it one moment late.
   *[other] This game has secrets: you see it { $n } moments late.
 }
prompt-watching = You are watching
prompt-working = The table is at work
prompt-held-back = What has happened since is shown to you later
prompt-sitting-down = Sitting down at the table

stage-wins = { $many ->
    [yes] { $side } win
   *[no] { $side } wins
 }
stage-succeeds = { $many ->
    [yes] { $side } succeed
   *[no] { $side } succeeds
 }
stage-open = open
stage-done = done

## Hints, orders, undo

hint = Hint
hint-help = What would the computer do? (H)
hint-trying = Trying plans out …
hint-trying-said = Trying plans out.
hint-one-plan = There is only one plan; it follows under the prompt.
hint-plans = { $n ->
    [one] { $n } plan was tried out; it follows under the prompt.
   *[other] { $n } plans were tried out; the best one follows under the prompt.
 }
hint-none = There is no hint here.
hint-adviser = The adviser would: { $what }.
hint-adviser-title = The adviser would
hint-how = Each plan was played on in imagined games with what you know; how well they ended for you, and the error of it.
hint-away = Put away
hint-do-said = Do this: { $what }
undo = Undo
undo-help = Take the last click back (U)
order-when = When I am away …
order-when-help = Let the table answer this question for you from now on
plans = Plans, best first
plan-do = Do this
plan-do-said = Do this: { $what }, { CHANCE($p) } to win after { $tries ->
    [one] { $tries } try
   *[other] { $tries } tries
 }
plan-error = ±{ $error }
plan-tries = { $tries ->
    [one] { $tries } try
   *[other] { $tries } tries
 }
plan-reply = Then the other side: { $what }
plan-untried = not tried out
thoughts = What the computer thought
thoughts-none = The computer has not had to think yet.
thoughts-line = { $player } for { $side }: { CHANCE($p) } to win, { $plans ->
    [one] { $plans } plan
   *[other] { $plans } plans
 }

## The board

board-label = { $title }: board. Arrow keys walk the legal targets, Enter chooses, plus and minus zoom, W walks every space, D describes, L opens the layers.
zoom = Zoom
zoom-in = Zoom in
zoom-out = Zoom out
zoom-fit = Fit the board
zoom-fit-key = Fit the board (0)
line-point = Point at a place to read its name
legend = Legend
line-glide = The board goes where the game is
line-north = Turn the map until north is up
line-glide-key = The board goes where the game is (G)
minimap = The whole map: click to look there
edge = Width of the papers
edge-help = Drag to widen the papers; double-click puts the log away (F)
edge-unfold = Show the log
edge-unfold-fresh = Show the log and the talk ({ $n } new)
layers = Layers of the map
layers-key = Layers of the map (L)
layer-both = both
legal-targets = Legal targets
board-in-words = The board in words
walk-everything = Arrows walk every space and tell why not.
walk-legal = Arrows walk legal targets.
here-lies = { $place }: { $what }.
here-lies-nothing = { $place }: empty.
pieces-on-board = { $side }: { $n ->
    [one] { $n } piece on the board
   *[other] { $n } pieces on the board
 }
card-not-now = Not now
card-because = Because of your choice { $n }.
card-needs = Needs { $need }
card-others = { $n } other results, together { CHANCE($p) }
card-who = Who takes part
card-strike = Attack { $place }
card-needed = Without { $unit } there is no such attack
roll-needs = needs { $need }+
section = Side view
section-label = Cross-section
section-file = file { $name }
section-rank = rank { $name }
section-look-file = Look along the file
section-look-rank = Look along the rank
section-altitudes = Altitudes of { $line }
ribbon = Order
ribbon-label = Order of activation
ribbon-done = { $piece } has moved. { $note }
ribbon-now = { $piece } moves now. { $note }
ribbon-next = { $piece } waits. { $note }
tracks = Tracks
track-of = { $side }: { $label }

## Papers beside the board

tab-log = Log
tab-forces = Forces
tab-rules = Rulebook
tab-orders = { $n ->
    [0] Orders
   *[other] Orders ({ $n })
 }
tab-talk = Talk
tab-talk-fresh = Talk ({ $n })
tab-dice = Dice
tab-papers = Papers
tab-thoughts = Thoughts
tab-luck = Luck
tab-analysis = Analysis
papers-close = Close the papers
papers-large = Read it large
paper-empty = Nothing.
paper-print = Print
events = Events
log-read-sheet = Read the sheet
log-dice-only = dice only
log-side = Side
log-both = both sides
log-more = { $n ->
    [one] one more like it
   *[other] { $n } more like it
 }
log-none = Nothing has happened yet.
log-turn = Turn { $turn }
log-setting-up = Setting up
forces-number = { $name } ×{ $n }
forces-on-board = { $n } on the board
forces-on-map = On the map
forces-on-track = On the turn track
forces-waiting = Waiting
forces-costs = What Actions cost
rules = Rules
rules-search = Search the rules
rules-found = { $n } found
rules-chapter = Chapter
rules-contents = Contents
rules-changed = Changed at this table
rules-none = No rule speaks of that.
rules-opening = Opening the rulebook…
luck-none = No die has been rolled yet.
luck-working = Working out the chances…
luck-working-at = Working out the chances: { $done } of { $of } positions…
luck-label = Luck and skill
luck-title = Chance of { $side } to win
luck-picture = Chance of { $side } to win, roll by roll; the table below has the numbers
luck-so-far = Worked out so far: { $done } of { $of } positions.
luck-turn = turn
luck-roll = Roll
luck-end = No more dice
luck-hidden = A hidden draw
luck-told = Roll { $n } of { $of }, turn { $turn }: { $what }. { CHANCE($expected) } expected, { CHANCE($after) } after.
luck-change = { CHANCE($expected) } → { CHANCE($after) }
luck-change-by = { CHANCE($expected) } → { CHANCE($after) }, luck { $luck }
luck-luck = luck { $luck }
luck-skill = skill { $skill }
luck-error = { $change } (± { $error })
luck-how =
    Points of 100, with 95 % intervals, from { $rollouts ->
        [one] { $rollouts } game
       *[other] { $rollouts } games
     } played on by { $player } at each position.
    Luck: what the dice made of a choice, against what was to be expected. Skill: what the choices were worth, against those of { $player }.
luck-knows = Made from what { $side } knows; others' choices and dice count together.
luck-table = All rolls as a table
luck-rolls = All rolls
luck-head-turn = Turn
luck-head-what = What happened
luck-head-expected = Expected
luck-head-after = After
luck-head-luck = Luck

## Looking back

replay = Replay
replay-at = { $at }/{ $of }
replay-leave = Back to the table
replay-by-turn = By turn
replay-turn-keys = Page Up, Page Down
replay-turn = Turn
replay-start = Start
replay-first = To the start
replay-back = One step back
replay-on = One step on
replay-last = To the end
key-home = Home
key-end = End
play = Play
pause = Pause
replay-by-battle = By battle
replay-by-die = By die
battle = battle
die-word = die
turn-before = To the turn before
turn-next = To the next turn
battle-before = To the battle before
battle-next = To the next battle
die-before = To the die before
die-next = To the next die
replay-seen-by = Seen by
replay-open-books = open books
replay-spectators = spectators
replay-branch = Play on from here
replay-link = Link
replay-link-copy = Copy link
replay-link-copied = Link copied
replay-link-help = A link to this moment
replay-link-to = Link to this moment
replay-ask-back = Ask to go back here
replay-moment = Moment
replay-moment-said = { $label }, { $at } of { $of }
replay-battles = battles
replay-dice = dice
film = Film
film-skip = Skip
film-how-far = How far
film-back = Back
film-next = Next
film-done = Done
pace = Speed
pace-times = { $times }×

## Lessons

lesson = Lesson
lesson-leave = Leave the lesson
lesson-count = { $n } / { $of }
lesson-chances = Chances
lesson-begin = Begin
lesson-whole-game = Play a whole game now
lesson-go-on = Go on from here
lesson-continue = Continue
lesson-show = Show me
lesson-button = the button “{ $label }”
lesson-number = “{ $label } { $number }”
lesson-read-on = One moment: read on first.
lesson-point = Not that one. Point at { $thing }.
lesson-choose = That can wait. For now choose { $thing }; it is the one that glows.

## The editor

editor = Position editor
editor-title = { $game }: position editor
editor-redo = Redo
editor-play = Play from here
editor-verdict = Verdict
editor-working = Setting up…
editor-legal = This position can be played.
editor-not-legal = Not yet a position to play
editor-line = Line { $n }
editor-hand = In hand
editor-in-hand = { $piece } is in your hand: choose a space on the board, or a box below.
editor-put-back = Put back
editor-pick-up = Pick up
editor-pick-up-one = Pick up { $piece }
editor-nowhere = nowhere
editor-box-nowhere = Nowhere
editor-box-of = { $box }, { $side }
editor-how = Drag pieces where you want them, or pick one up with a click and choose its place. A click on a space shows what may lie there.
editor-beside = Beside the board
editor-find = Find a piece
editor-put-here = Put here
editor-turn = Turn and points
editor-go-to = Go to
editor-text = Position text
editor-read = Read this text
editor-discard = Discard
editor-upload = Upload
editor-anew = Begin anew, with another scenario
editor-ready = Already set up, at the first turn
editor-begin = Begin with this
editor-opening = Opening the box…
editor-picked-up = { $piece } picked up. Choose a space or a box.
editor-put = { $piece } to { $place }
editor-where = Where does { $piece } go?
editor-what = Pick up a piece, or choose a space

## The calculator

calc-title = Battle calculator
calc-forces = Forces
calc-battle = The battle
calc-to-end = fight on to the end
calc-extra = Extra die
calc-swap = ⇄ Swap
calc-clear = Clear
calc-attackers = Attackers
calc-defenders = Defenders
calc-fewer-attacking = One { $kind } fewer, attackers
calc-more-attacking = One { $kind } more, attackers
calc-attacking = { $kind }, attackers
calc-fewer-defending = One { $kind } fewer, defenders
calc-more-defending = One { $kind } more, defenders
calc-defending = { $kind }, defenders
calc-troops = Troops
calc-works = Works
calc-aircraft = Aircraft
calc-ships = Ships
calc-chances = Chances
calc-win = Attackers win
calc-both = Both remain
calc-hold = Defenders hold
calc-attackers-lose = Attackers lose
calc-defenders-lose = Defenders lose
calc-units = Units
calc-chance = Chance
calc-note = { $way ->
    [end] Round after round until one side is gone.
   *[round] One round of battle; losses on average and by chance.
 } Exact, not sampled; calculated in { $ms ->
    [0] under 1 ms.
   *[other] { $ms } ms.
 }
calc-count = Count units into both forces.

## A unit in the hand

ways-to = { $unit } to { $place }: which way?
in-hand = { $unit } in hand: click where it goes
put-down = Put it down
ways-left = { $n ->
    [one] one of them stays behind
   *[other] { $n } of them stay behind
}
hand-count = How many of each
hand-wheel = The wheel of the mouse changes the number
hand-all = all
hand-like = { $n ->
    [one] And one more like this
   *[other] And all { $n } like this
}
main-at = { $what } { $where }
main-chance = { $what }, { CHANCE($p) }
prompt-times = How many times
prompt-unfold = { $n } more, not possible now
prompt-fold = Hide what is not possible
menu-confirm = Confirm
confirm-help = Ask before anything that cannot be taken back
confirm-unknown = Whether this could be taken back was not answered, so nothing was done. Try again.
