# What the engine says in every game.

## Why not

why-game-over = the game has ended
why-which-side = several sides owe a decision: say which side chooses
why-not-asked = { $side } owes no decision now
why-unknown-verb = there is no choice called '{ $verb }' in this game
why-no-target = '{ $verb }' takes no target
why-needs-target = '{ $verb }' needs a target
why-no-choice = { $target } is nothing to choose
why-no-number = { $target } is not a number to choose
why-unknown-target = there is no { $kind } called '{ $target }'
why-not-here = Not possible here.
why-not-now = { $verb }: not now. { $asked }
why-nothing-here = { $verb }: that is nothing to choose here.

why-die-follows = a die follows at once: look at its chances and choose yourself

## Options

option-yes = Yes
option-no = No

option-auction = Auction of the sides
    .help = Before the first click: who asks for the fewest points plays the side that is worse off, and begins with them. Instead of the par.

## An auction of the sides

ask-auction-first = With how many { $unit ->
    [1] points
   *[other] times { $unit } points
 } would you play { $sold }? The other may ask for fewer. (Even between advisers: { $fair } points.)
ask-auction = { $points } { $points ->
    [1] point
   *[other] points
 } for { $sold } were bid. Would you play that side with fewer{ $unit ->
    [1] {""}
   *[other] {""} (a bid of one is { $unit } points)
 }? (Even between advisers: { $fair } points.)
verb-underbid = Play it with
verb-let-have = Let the other have it
why-auction-let-have = Nobody has bid yet.
why-auction = Only fewer points than were bid before.
event-auction-bid = { $side } asked for { $points } { $points ->
    [1] point
   *[other] points
 } to play { $sold }.
event-auction-over = { $side } { $many ->
    [yes] are
   *[no] is
 } played by who bid least, and { $many ->
    [yes] begin
   *[no] begins
 } with { $points } { $points ->
    [1] point
   *[other] points
 } more.{ $traded ->
    [yes] { " " }The two exchange seats.
   *[no] {""}
 }
preview-auction = { $kind ->
    [let-have] You play { $side }, and the other side begins with { $points } points.
   *[other] If nobody asks for less, you play { $side } and begin with { $points } points.
 }
idea-auction = for { $points } points, where { $fair } made advisers even

## Odds

chance-under = under 1 %
chance-over = over 99 %
odds-nothing = nothing
odds-averaged = What you cannot know is averaged over what it may be.
odds-then = { $first }, then { $second }
odds-both = { $first }; { $more }

## The end

outcome-resigned = { $side } resigned
outcome-resigned-saying = { $side } resigned: { $words }
outcome-agreed = A draw by agreement

## Whom the table waits for

waiting-planning = { $side } { $many ->
    [yes] are
   *[no] is
 } planning
waiting-deciding = { $side } { $many ->
    [yes] are
   *[no] is
 } deciding

## Advice

idea-default = no better reason is known
because-and = { $first }; { $more }
because-as-good = as good as { $n ->
    [1] the first
   *[other] number { $n }
 }
because-less = like { $n ->
    [1] the first
   *[other] number { $n }
 }, but worth less

## Taking back

barrier-begin = the game begins here
barrier-die = a die has been rolled
barrier-shown = something hidden has been shown
barrier-bargain = the auction is over, and each has his side
barrier-answered = the other side has answered
barrier-asked = the other side has been asked
barrier-ended = the game has ended
undo-none = nothing to take back: { $why }
undo-unfit = then '{ $choice }' would no longer fit: { $why }

## Standing orders

event-ordered = { $side }, by a standing order: { $verb }
event-ordered-at = { $side }, by a standing order: { $verb } { $target }
order-secrets = in a game with secrets an order holds for every question of its kind: whether it answers would tell the others something
orders-most = a side may have { $most } orders at a time
order-unknown = there is no order { $which }

## Scripts

script-not-offered = '{ $script }' is not offered now
script-whole = As advised: { $what }
script-nothing = { $script }: there is nothing left to do for it

## Values in a text

value-number = expected a number, found { $found }
value-flag = expected true or false, found { $found }
value-text = expected text, found { $found }
value-names = expected a list of { $kind } names, found { $found }
value-list = expected a list, found { $found }
value-list-of = expected a list of { $number }, found { $found }
value-each = expected one entry for each { $kind }, found { $found }
value-unknown = there is no { $kind } { $name }
value-none-of = { $found } is none of { $known }
value-dash = '-' cannot stand in a set
value-missing = the entry for { $kind } '{ $name }' is missing

## Positions as text

position-line = line { $line }: { $why }
position-cannot-stand = this position cannot stand: { $why }
position-breaks-rule = it breaks a rule that holds in every game
position-no-choice = there is nothing to choose
position-step-unfit = the step under way does not fit the position: { $why }
position-over = the game of this position is over; nobody can begin with it
position-damaged = a packed position is damaged
position-not-text = not a position text: { $why }
position-format = format { $found }: this version reads format { $known }
position-other-game = this is a position of { $found }, not of '{ $game }'
position-part = [{ $part }] is missing or not what it should be
position-draws = [dice] { $counter }: { $found } is no number of draws
position-no-field = [state] { $field }: there is no such field
position-no-value = [state] { $field }: missing
position-value = [state] { $field }: { $why }
position-value-of = [state] { $field }: { $why } ({ $entry })
position-outcome = [outcome] { $why }
position-bargain = bargain is { $found }: points and whether seats were exchanged ("traded") stand there, or nothing
position-step-or-end = a position has either a step under way or an outcome
position-step = [[step]] { $number }: { $why }
position-not-a-step = not a step
position-no-step = there is no step { $found }
position-step-missing = [[step]] { $number } { $step }: { $field } is missing
position-step-value = [[step]] { $number } { $step }: { $field }: { $why }
position-no-dash = '-' stands for none, and there must be one here

## Positions by hand

edit-cannot-go-on = the game could not go on from here: { $why }
edit-no-moment = there is no moment { $moment }; there are { $known }
edit-no-moments = there is no moment { $moment }; there are none
edit-cannot-begin = from this position the game cannot go to “{ $moment }”: { $why }
edit-unknown = there is no edit called '{ $do }'
edit-no-field = there is no field '{ $field }'
edit-no-entry = { $field }: there is no { $kind } '{ $entry }'
edit-no-set = { $field } holds one value and no set
edit-no-piece = there is no piece '{ $piece }'
edit-no-place = { $place } is no place for { $piece }
edit-cannot-put = { $piece } cannot be put there: { $why }
edit-cannot-write = this cannot be written down: { $why }

## Saves

save-line = line { $line }: { $why }
save-choice = choice { $choice }: { $why }
save-begun = It was begun with version { $version }, whose rules were other ones.
save-play-on = It can be played on from here: { $heading }.
save-astray = Choice { $choice } of { $of } no longer fits: { $why }. { $begun }
save-astray-on = { $astray } { $on }
save-scripted = a war with scripted dice cannot be saved: nobody could verify it
save-too-long = the file has { $found } characters; no save is larger than { $most }
save-after-end = there is something after the closing line
save-breaks-off = the file breaks off in the middle of this line
save-line-damaged = this line is damaged
save-no-choice = not a choice of the form [side, verb, target]
save-no-note = neither a choice nor a note
save-count = the file should hold { $said } choices and holds { $found }
save-sum = the checksum does not fit: something above has been changed
save-remark = a comment that is none
save-unknown-note = an unknown kind of note
save-cut-short = the file has been cut short: it ends after { $choices ->
    [one] one choice
   *[other] { $choices } choices
 } without its closing line
save-outcome = the outcome is damaged: { $why }
save-no-header = not a Grand Harbour save: the first line is no header
save-record = this is a seat's record of a running game: it can be read, but not loaded
save-newer = made by a newer version (format { $found }); this one reads format { $known }
save-header = the header is damaged: { $why }
save-sealed = the seed is still sealed: this game can be replayed once it has been revealed
save-seed = the seed is not 64 hex digits
save-commitment = the seed does not match the commitment: these are not the dice that were promised
save-setup = what was set up is not what the links were folded into: options, pack or start are other ones
save-dice-line = this line about the dice is damaged ({ $kind })
save-link = { $side }: { $why }
save-draw = draw { $draw }: the record says { $said }, the dice say { $dice }
save-other-rules = { $why }. It was played under other rules.
save-turn = the position at the start of turn { $turn } is another one
save-forced-missing = a forced answer is missing at the end
save-gives-up = the rules give up here ({ $why })
save-forced-other = only one answer was possible, and it was another
save-no-position = there is no position in it from which the game could be played on
save-not-whole = { $file } exists and is not a whole save ({ $why }); it is left as it is
save-too-large = the file is far too large for a save
save-not-text = not a text file

## Forces of the calculator

force-unknown = nothing called '{ $kind }' fights in the arena '{ $arena }'; there are { $known }
force-no-attack = { $kind } cannot attack
force-form = a force is written KIND:NUMBER, not '{ $found }'
force-size = a force has 1 to { $most } units

## Computer players

player-recruit = Recruit
    .help = Plays any legal move. For a first look at the rules: you will beat it.
player-lieutenant = Lieutenant
    .help = Takes what looks best at once and plans nothing. For your first games.
player-cadet = Cadet
    .help = Looks a little way ahead, and quickly. For who knows the rules.
player-captain = Captain
    .help = Tries its plans out before it moves. For a real contest.
player-admiral = Admiral
    .help = Tries more plans, further ahead, and takes its time. For who beats the captain.

# Dice that two people shake.

cup-nobody = at this table nobody shakes
cup-seal = a seal has 64 hex digits
cup-not-wanted = no link is wanted now
cup-not-now = this cup cannot be shaken now: the other side has to shake first
cup-needed = this click must carry the next link of the cup
cup-not-next = this is not the next link of the cup: its hash is not the one shown before
