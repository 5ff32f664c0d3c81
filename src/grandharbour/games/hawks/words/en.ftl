# Hawks over Malta: every sentence of the game.

game-title = Hawks over Malta
game-blurb = The Italian air force against the handful of fighters that defend Malta. Bombers must reach their targets and get home; height is life, clouds hide, and the order in which planes move is chosen in secret. Half an hour.

side-IT = Italy
    .name = Regia Aeronautica
side-BR = Britain
    .name = Royal Air Force

## Scenarios

scenario-faith-hope-charity = Faith, Hope and Charity
    .blurb = In June 1940 a few Sea Gladiators taken from naval stores were all the fighters Malta had, and legend soon named three of them Faith, Hope and Charity. Expect a short hard game: two bombers with three escorts, and three slow biplanes that must already be waiting above the right square.
scenario-raid-over-malta = Raid over Malta
    .blurb = From the summer of 1940 Hurricanes ferried in by way of the carriers stood beside the last Gladiators, and the raids came higher and with stronger escort. Both sides have two kinds of teeth here: the Hurricanes meet the raid early, the Gladiators bar its road, and four Italian fighters must keep two bombers alive between them.
scenario-struggle-over-the-sky = Struggle over the sky
    .blurb = In 1941 Malta struck at the convoys to Africa, and large formations came over from Sicily to silence her airfields. Nine Italian planes face four better ones: the escort can swamp the defence, but three bombers carrying double loads are three rich prizes.
scenario-grand-tournament = Grand Tournament
    .blurb = A meeting of the best that both air forces flew in the theatre during 1941, more a joust than a day of the record. Fifteen planes are in the air, three of them fast Tomahawks, so escorts are thrown at the defence while four bombers look for a gap.

## Options

option-entry = Entry squares
    .help = Where planes enter and Italians leave.
    .edge = The whole edge rank
    .single = One square for each side, D1 and D9
option-objectives = Objectives
    .help = Where Objectives may lie.
    .rank5 = On rank 5
    .manhattan4 = Four squares from the nearest Entry square
option-single_objective = A single Objective
    .help = What happens when only one Objective is rolled.
    .par = Par is lower
    .reroll = Roll again
    .none = Nothing
option-priority = Priority chits
    .help = Chosen in secret or dealt by chance.
    .chosen = Chosen in secret
    .random = Dealt by chance
option-stop_on_contact = Stop on contact
    .help = A plane that meets an enemy ends its move.
option-same_cell_reaction = Answering in the same space
    .help = Who rolls when a waiting fighter fires at a plane that flew into its space.
    .firer = Only the fighter
    .both = The target answers
option-lucky = LUCKY chits
    .help = Used by themselves when they help, or asked after every roll.
    .auto = By themselves
    .ask = Ask the owners
option-aa_reaction = Guns fire on arrival
    .help = Guns may fire as soon as a plane arrives.
option-aa_drm = Modifiers for guns
    .help = Whether bomber, cloud and LUCKY count for guns.
    .fire = They count
    .none = No modifiers
option-aa_twelve = Guns shoot down on 12
    .help = After modifiers, or only two sixes.
    .modified = A result of 12 or more
    .natural = Two sixes
option-aa_on_ruin = Guns beside a ruin
    .help = Whether a destroyed Objective still makes guns fire at every plane.
    .reverts = They choose one target again
    .stays = They fire at every plane

## What can be chosen

verb-objective = Place an Objective on
verb-gun = Place guns on
verb-cloud = Place a cloud in
verb-at = Enter at
verb-next = Next to move
verb-to = Fly to
verb-halt = End the move
    .go = End the move of
verb-exit = Fly home
    .go = Fly home with
verb-attack = Attack
    .help = Both planes roll.
verb-fire = Fire at
verb-hold = Hold
verb-bomb = Bomb with
verb-leave = Leave the roll
verb-plus = LUCKY: +1
verb-minus = LUCKY: -1
main-hold = Hold fire with
main-hold-guns = Hold the guns at
main-hold-bombs = Hold the bombs
note-chance = { CHANCE($p) }

## What is asked

ask-place-objectives = Place an Objective ({ $left } to place)
ask-place-guns = Place anti-aircraft guns ({ $left } to place)
ask-place-clouds = Place a cloud ({ $left } to place)
ask-place-planes = Where does { $plane } enter?
ask-priority = Which plane moves as number { $n }?
ask-move = Move { $plane }: { $left } left
ask-attack-must = { $fighter } must fight: choose a target
ask-attack-dive = { $fighter } may dive on a plane below
ask-attack-passing = { $fighter } may shoot at the plane passing below
ask-gun-fire = The guns at { $gun } may fire at one plane
ask-bombing = Bomb the Objective below, or keep the bombs
ask-luck-first = { $about }: change the first roll? Dice { $dice }
ask-luck-answer = { $about }: change the answering roll? Dice { $dice }

## Why not

why-place-objectives = Objectives lie four squares from the Italian Entry squares.
why-place-objectives-taken = There is an Objective on this square already; each needs a square of its own.
why-place-guns = No guns on the rank the Italians enter from.
why-place-guns-taken = There are guns on this square already.
why-place-clouds = No cloud starts on an Entry square.
why-place-clouds-taken = There is a cloud in this space already.
why-place-planes = Planes enter on their own side's Entry squares.
why-priority-own = Each side numbers its own planes.
why-priority-gone = This plane is no longer on the board.
why-priority-numbered = This plane already has number { $n }.
why-move-halt = A plane cannot stand still: it flies one space or more each turn.
why-move-british = British planes may not leave the board.
why-move-exit = Only from an Italian Entry square.
why-move-on = The plane is there; it must move on.
why-move-diagonal = No diagonal step: one square or one altitude at a time.
why-move-altitude = One altitude at a time.
why-move-far = A plane moves one space at a time, to a neighbouring square or altitude.
why-attack-hold = Enemies in one space must fight.
why-attack-verb = { $both ->
    [yes] Here both planes roll: choose a target for that.
   *[no] Here only the fighter rolls: choose a target for that.
 }
why-attack-own = That plane is on your own side.
why-attack-gone = That plane is not on the board.
why-attack-square = No attack into another square.
why-attack-higher = No attack at a plane flying higher.
why-attack-lower = No attack two or more altitudes down.
why-attack-cloud = A plane in cloud is not seen from above.
why-attack-first = A foe in the same space must be fought first.
why-attack-arrived = Only the plane that has just arrived may be shot at now.
why-luck = Only a LUCKY plane changes a roll after the dice.
why-gun-fire-italians = These guns fire at Italian planes only.
why-gun-fire-square = Guns reach their own square only.
why-gun-fire-height = Altitude { $level } is out of the guns' reach.
why-gun-fire-arrived = Only the plane that has just arrived may be fired at now.
why-bombing-who = Only Italian bombers bomb.
why-bombing-once = This bomber has dropped its bombs; each bombs once in the game.
why-bombing-gone = This bomber is not on the board.
why-bombing-ruin = The Objective here has been destroyed.
why-bombing-nothing = There is no Objective under this bomber.

## What happens

event-draw_chit = { $p0 } draws { $chit }
event-roll_objectives = Italy rolls for Objectives: { $n }
event-roll_guns = Britain rolls for guns: { $n }
event-roll_clouds = Britain rolls for clouds: { $n }
event-objective = An Objective at { $s0 }
event-gun = Guns at { $s0 }
event-cloud = A cloud at { $s0 }
event-enter = { $p0 } enters at { $s0 }
event-turn = Turn { $n }
event-priority = { $p0 } gets priority { $n }
event-initiative = The roundel of { $side } is drawn
event-order = { $side } shows its order: { $order }
event-move = { $p0 } flies from { $s0 } to { $s1 }
event-exit = { $p0 } flies home from { $s0 }
event-fire = { $p0 } fires at { $p1 }: { $result }
event-flak = The guns at { $s0 } fire at { $p0 }: { $result }
event-bomb = { $p0 } bombs { $s0 }: { $result }
event-thrown = The dice are thrown
event-chit = { $p0 } shows its chit: { $chit }
event-clouds = The clouds { $drift ->
    [N] drift north
    [E] drift east
    [S] drift south
    [W] drift west
   *[other] stay where they are
 } and { $climb ->
    [up] rise
    [down] sink
   *[level] keep their height
 }
event-end = { $reason }

outcome-margin = { $italy } { $italy ->
    [one] point
   *[other] points
 } to { $britain }: a margin of { $margin }, { $how ->
    [above] above
    [below] below
   *[on] on
 } the par of { $par }

## What dice decide

result-hit = A hit: the plane is damaged, -1 on its own rolls, and the next hit is its last.
    .word = hit
result-miss = A miss.
    .word = miss
result-shot-down = Shot down.
    .word = shot down
result-Objective-destroyed = The Objective is destroyed.
    .word = Objective destroyed
result-hit-on-the-ruins = The bombs fall on ruins.
    .word = hit on the ruins

modifier-damaged = firer damaged
modifier-bomber = target is a bomber
modifier-lower = target below
modifier-higher = target above
modifier-cloud = cloud
modifier-bomber-damaged = bomber damaged
modifier-bomber-cloud = bomber in cloud
modifier-face = FACE
modifier-green = GREEN
modifier-lucky = LUCKY
modifier-lucky-target = LUCKY target

## Headings, tracks and boxes

heading-setup = Setting up
heading-turn = Turn { $turn } of { $of }
phase-over = The game has ended
phase-chits = Setting up
phase-objectives = Objectives
phase-guns = Anti-aircraft guns
phase-clouds = Clouds
phase-italians = Planes
phase-british = Planes
phase-take-off = Setting up
phase-priorities = Priorities
phase-movement = Movement
phase-anti-aircraft = Anti-aircraft fire
phase-bombing = Bombing
phase-end-of-turn = End of turn
moment-turn = Start of a turn

track-turn = Turn
track-score-IT = Italy
    .note = { $objective } for an Objective, { $fighter } for a British plane
track-score-BR = Britain
    .note = { $bomber } for a bomber, { $fighter } for a fighter
track-margin = Margin
    .note = Italy wins above { $par }, Britain below
track-par = Par

box-ready = Waiting to enter
box-home = Flown home
box-down = Shot down

bead-number = number { $n }
bead-down = shot down
bead-home = flown home

## Planes and markers

mark-ace = FACE: an ace, +1 on its own rolls
mark-green = GREEN: a beginner, -1 on its own rolls
mark-lucky = LUCKY: may change a roll by 1
mark-hit = Hit: -1 on its own rolls, and one hit from falling
mark-fired = Has fired this turn
mark-bombed = Has dropped its bombs
mark-bombs = Carries bombs

fact-speed = Moves up to { $n }
fact-hits = Hits on { $need }+
fact-bombs = Bombs { $loads }x, at altitudes 1 to 4 on { $numbers }
fact-pilot = Pilot: { $chit }
fact-pilot-down = Pilot: { $chit } (face down)
fact-pilot-ordinary = Pilot: neither FACE nor GREEN
fact-pilot-unknown = Pilot: unknown

about-SM79 = A three-engined bomber of wood, steel tube and canvas, hump-backed and sturdy, that the Regia Aeronautica flew in greater numbers than any other.
about-BR20 = The Cicogna, or stork, a twin-engined bomber with a metal frame, new in the Spanish war and ageing by 1941.
about-Z1007 = The Alcione, or kingfisher, a graceful three-engined bomber built of wood by a yard that had made flying boats.
about-G50 = The Freccia, Italy's first single-seat monoplane fighter of all-metal build with a retracting undercarriage, its cockpit left open at its pilots' wish.
about-CR42 = The Falco, a biplane as nimble as any fighter of its day and built in larger numbers than any other Italian one.
about-MC200 = The Saetta, a tough radial-engined monoplane from the Macchi racing-seaplane stable, regular escort of the raids from Sicily.
about-Gladiator = The Royal Navy's last biplane fighter, uncrated from stores at Kalafrana to give Malta her first air defence.
about-Hurricane = The eight-gun mainstay of the island from the summer of 1940, many of them flown off carriers at the edge of their range.
about-Tomahawk = An American fighter fast and hard-hitting at low height, famous with the desert squadrons of 1941 and a rare guest at Malta.

marker-objective = Objective
marker-destroyed = Destroyed
marker-guns = Guns
marker-cloud = Cloud

board-title = Malta
space-cell = { $square } altitude { $level }
legend-objective = Objective
legend-aa = Anti-aircraft guns
legend-cloud = Cloud at its altitude
legend-biplane = Biplane fighter
legend-monoplane = Fighter
legend-twin = Bomber, two loads
legend-trimotor = Bomber

## Layers and previews

layer-guns = Guns
    .help = What the anti-aircraft guns reach, and the number they need at each altitude.
    .note = Guns fire at Italian planes over their square [HM-AA.1]; beside an Objective at all [HM-AA.5].
    .none = There are no guns on the board yet.
layer-fire = Fields of fire
    .help = Where fighters may fire; point at a plane to see its own reach and who reaches it.
    .note = Fighters that have not fired cover their own cell and the one below [HM-ENG.1, HM-ENG.2].
    .must = must
    .may = may
layer-fire-of = { $covers ->
    [0] { $plane } does not open fire [HM-MOVE.6, HM-FIRE.3]
    [one] { $plane } covers { $covers } cell
   *[other] { $plane } covers { $covers } cells
 }; { $foes ->
    [0] no enemy fighters
    [one] { $foes } enemy fighter
   *[other] { $foes } enemy fighters
 } in reach of it{ $need ->
    [0] .
   *[other] ; guns reach it on { $need }+ [HM-AA.2].
 }

preview-to-fight = { $n } to fight
preview-above = { $n } above may shoot
preview-guns = guns on { $need }+
preview-spaces = { $n } of { $of } spaces
preview-in-cloud = in cloud [HM-CLOUD.1]

## Advice

idea-best-place = the best place to be
idea-well-placed = well placed already
idea-work-done = its work is done
idea-best-shot = the best shot
idea-not-worth = not worth the risk
idea-best-target = the best target
idea-nothing-to-shoot = nothing to shoot at
idea-over-target = over the target
idea-better-run = wait for a better run
idea-roll-stands = the roll stands
idea-miss-to-hit = turns a miss into a hit
idea-hit-to-miss = turns a hit into a miss
idea-within-reach = within reach of every bomber
idea-bombers-come = where the bombers must come
idea-spoils-run = spoils the low run
idea-way-in = the way in
idea-strike-first = can strike first

script-same-order = Same order as last turn
script-advised-order = Advised order
script-place-all = Place sensibly for me

## The first lesson

lesson-title = The last run over Malta
lesson-intro = You lead the Italians. One bomber still carries its load, one fighter is left to guard it, and a single Gladiator stands between them and the target at D5. Destroyed targets and enemy planes are your points; every bomber you lose is theirs. Each square has four altitudes, one above the other, and height wins fights.
lesson-outro = That is the whole game: secret order, one plane at a time, fights where planes meet, guns, bombs, next turn. From here the bomber has to get home over the northern edge. In a full game you also choose the targets and where your planes come in, while guns and clouds make the sky over Malta smaller.
lesson-click-1 = A turn begins with secrets: both sides number their planes. Give your fighter, CR.42 1, the first number, so that it clears the way before the bomber comes.
    .then = The enemy does not see your numbers until both sides are done.
lesson-click-2 = The defender has one plane left to number.
lesson-click-3 = Only the bomber, BR.20 1, is left for the second number. With it a roundel is drawn that says who begins; until you click you could still take your order back.
    .then = The roundel is Italian: you move first, so the order is CR.42, Gladiator, BR.20, as the ribbon shows.
lesson-click-4 = The glowing spaces are all the CR.42 can reach with its next step. Point at C4 altitude 4, which does not glow: whatever is impossible tells you its reason and its rule.
    .then = No diagonals: one step is one square or one altitude. Whenever you wonder why something cannot be done, point at it.
lesson-click-5 = Fly to D4 altitude 4. Staying high costs nothing, and the Gladiator waits one level lower.
    .then = One of two steps is used. After every step the game looks for enemies in the same space, or just below.
lesson-click-6 = Now D5 altitude 4, right above the Gladiator. A plane below you need not be fought, but it can be dived upon.
    .then = The question has changed: dive, or hold.
lesson-click-7 = Dive on the Gladiator. You hit on 7 or more with two dice and get one more because it is lower; it shoots back, at one less. The chances stand below, before you decide.
    .then = You rolled 5 and 2, with the bonus 8: a hit. Its answer was far too low. A second hit will bring it down.
lesson-click-8 = The Gladiator may move one space and slips to D4 altitude 3, over your bomber. It has fired already, and one shot a turn is all a plane has.
lesson-click-9 = Your bomber moves last. Bring the BR.20 to D5 altitude 2, over the Objective: the lower it flies, the better it aims.
    .then = All planes have moved. Guns would fire now, but none stand under your bomber. Bombs come last.
lesson-click-10 = Drop the bombs. The BR.20 has two loads and needs 6 or more with either of them. A bomber gets this chance once in a game.
    .then = The first load went wide with a 5, the second struck with an 11: the Objective is destroyed, three points for Italy.
lesson-click-11 = A new turn: everybody may fire again, and the order is chosen anew. Let the CR.42 go first once more and finish what it began.
lesson-click-12 = The defender still has one plane to number.
lesson-click-13 = And the bomber second. Then the next roundel is drawn.
    .then = Italy's roundel again. That is luck: on another day the Gladiator would have moved first.
lesson-click-14 = Fly to D4 altitude 4, above the Gladiator.
lesson-click-15 = Dive again. It is damaged, so it shoots even worse, and one more hit is its end.
    .then = Shot down: one more point, and nobody is left to stop your bomber. So it goes on, plane by plane, until the last bomber is home or down.

## What a position set up by hand cannot be

check-british-plane-left = a British plane has left the board
check-chit-known-otherwise = a chit is not what everybody knows it to be
check-clouds-wrong = the clouds are wrong
check-fighter-bombed = a fighter has bombed
check-gun-fired-not-there = a gun has fired that is not there
check-gun-on-wrong-square = a gun stands on a wrong square
check-too-many-chits = more chits of a kind than the bag holds
check-objective-and-ruin = an Objective is both intact and destroyed
check-objective-on-wrong-square = an Objective stands on a wrong square
check-down-and-home = a plane is both shot down and home
check-too-many-hits = a plane flies with too many hits
check-gone-on-board = a plane that is gone stands on the board
check-no-roster = a plane that is in no roster
check-beside-the-board = a plane stands beside the board
check-priority-of-other-side = a priority for the other side's plane
check-priority-stands-twice = a priority stands twice
check-turn-out-range = the turn is out of range

## Why it is advised: what is gained and what is risked

reason-shot = a shot at { $plane }, { CHANCE($chance) }
reason-spaces-from = { $n ->
    [one] one space
   *[other] { $n } spaces
 } from { $plane }
reason-way-home = { $n ->
    [0] at the edge it leaves by
    [one] one rank from home
   *[other] { $n } ranks from home
 }
reason-over-objective = over its Objective in { $place }
reason-squares-from = { $n ->
    [one] one square
   *[other] { $n } squares
 } from its Objective in { $place }
reason-right-height = at the height to bomb from
reason-wrong-height = { $n ->
    [one] one altitude
   *[other] { $n } altitudes
 } off its bombing height
reason-answers = { $plane } fires back, { CHANCE($chance) }
reason-above = { $plane } above can dive on it, { CHANCE($chance) }
reason-guns = the guns hit it with { CHANCE($chance) }
reason-in-reach-of = { $n ->
    [one] one enemy fighter
   *[other] { $n } enemy fighters
 } can come
reason-nobody-near = no enemy fighter can come this turn
reason-in-cloud = in cloud
reason-altitude = altitude { $n }
reason-hits = { CHANCE($chance) } to hit
reason-answer = the answer hits with { CHANCE($chance) }
reason-one-more = one more hit and it falls
reason-laden = it still carries its bombs
reason-destroys = { CHANCE($chance) } to destroy the Objective
reason-empty = its bombs are gone: no hurry
reason-carries = carries bombs, { $n ->
    [0] over { $place }
    [one] one square from { $place }
   *[other] { $n } squares from { $place }
 }
reason-reaches = { $n ->
    [one] can attack { $plane } now
   *[other] can attack { $plane } now, or another
 }
reason-class = Class { $n }: so many spaces a move
reason-waits = { $plane } is { $n } spaces away: nobody in reach yet
reason-off-middle = { $files ->
    [0] in the middle file: near for every bomber
    [one] one file from the middle
   *[other] { $files } files from the middle
 }
reason-next-objective = { $n ->
    [one] beside another Objective: a bomber can change its mind
   *[other] { $n } squares from the next Objective
 }
reason-gun-on = on the Objective in { $place }{ $n ->
    [0] {""}
   *[other] , a second one
 }
reason-gun-before = { $n ->
    [one] just in front of { $place }
   *[other] { $n } squares in front of { $place }
 }
reason-gun-beside = { $n ->
    [one] beside { $place }
   *[other] { $n } squares beside { $place }
 }
reason-cloud-elsewhere = over no Objective
reason-cloud-guns = over an Objective, but it blinds our own guns there
reason-cloud-run = over an Objective, at the height they bomb from
reason-cloud-over = over an Objective, above or below their best height
reason-opposite = { $files ->
    [0] straight opposite { $place }
    [one] one file beside { $place }
   *[other] { $files } files from { $place }
 }
reason-files-from-plane = { $n ->
    [0] in the file of { $plane }
    [one] one file from { $plane }
   *[other] { $n } files from { $plane }
 }

## Questions that orders may answer

question-attack = attack a plane
question-luck = use a lucky chit
question-gun-fire = fire the guns
question-bombing = drop bombs
