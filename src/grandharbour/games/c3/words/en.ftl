# Every sentence of Operazione C3.

game-title = Operazione C3
game-blurb = The invasion of Malta that never came. Paratroops fall on the airfields, marines storm the coves, and five days later the island must be a harbour for the divisions that follow. Formations compete for every Operation; every lost company counts.

side-AX = Axis
    .name = The Axis
side-CW = Commonwealth
    .name = The Commonwealth

scenario-invasion = Operazione C3
    .blurb = Summer 1942: two parachute divisions stand on the Sicilian airfields, the San Marco marines and three infantry divisions wait for the boats. In five days the Axis must win a port and an airfield on Malta, at a price it can bear, before the follow-up divisions sail. The garrison chooses its ground first, and must make every beach and every town cost more than it is worth.

## Options

option-gozo = Gozo and Comino
    .help = Ruling A76: the small islands are in play; nothing on them counts for victory.
option-drop_guns_extra = Anti-tank companies
    .help = Ruling A33: they drop in addition to the three companies of a hex.
option-dg_guns = Guns in disorder
    .help = Ruling A63: Disorganised anti-aircraft units and batteries still count.
option-landing_chain = Landing hexes
    .help = Ruling A18: for whom the seven sea hexes are.
    .all = For all Formations together
    .formation = For each Formation
option-beach_success = Successful landings
    .help = Ruling A21: what makes a beach for later reinforcements.
    .ashore = A unit came ashore
    .afloat = The landing force was not eliminated
option-guns_marked = Independent guns
    .help = Ruling A13: when field artillery counts as Activated.
    .joined = When its Formation has acted
    .used = Only when it has moved or fired
option-retreat_order = Retreat onto friends
    .help = Ruling A57: when a hex with friends may be chosen.
    .priorities = By the four priorities, empty hexes first among equals
    .empty = Only if no empty hex is left
option-overrun_refusal = Refusals in an overrun
    .help = Ruling A45: whose refusal of Intense Combat throws the attacker back.
    .attacker = Only the attacker's own
    .either = Anybody's
option-armour_extra = Armour in attack
    .help = Ruling A50: one armoured unit attacks beyond the limit of a hexside.
option-fresh_dg = Fresh disorder
    .help = Ruling A39: what was received in this Operation is not removed in A-3.
option-engineers_rubble = Engineers in Rubble
    .help = Ruling A83: Rubble counts as a City or Town for them.
option-artillery_twice = Lost Italian guns
    .help = Ruling A73: they also count among the Italian stacking points.
option-bases_needed = Port and airport
    .help = Ruling A58: what the Axis must hold at the end.
    .both = A port and an airport
    .either = A port or an airport
option-par = Par
    .help = The side that advisers lose with begins with the points that make their games even.

## Choices

verb-place = Place at
verb-bomb = Bombard
verb-fire = Fire!
    .help = All named targets are bombarded, one after the other.
verb-drop = Drop at
verb-launch = Begin with
verb-disperse = Disperse
verb-swim = Swim to
verb-fight = Fight for
verb-sea = Boats in
verb-onto = Land on
verb-load = Embark
verb-second = Second wave
    .help = Whoever embarks here from now on goes in the second wave.
verb-next = Boats ready
verb-sail = Land with
verb-ashore = No landing
    .help = Nobody lands in turn S; all come as reinforcements.
verb-bid = Activate
verb-pass = Pass
    .help = Name no Formation. If both pass the turn ends.
verb-claim = Activate freely
verb-waive = Waive the right
verb-attach = Attach
verb-unit = Move
verb-add = Take along
verb-leave = Leave behind
verb-to = To
verb-overrun = Overrun
verb-hunt = Hunt the Dispersed
    .help = Pay twice the ground to attack Dispersed enemies in this hex.
verb-regroup = Regroup
    .go = Regroup
verb-enter = Arrive at
verb-halt = Halt
verb-end = Done
verb-target = Attack
verb-join = Join
verb-set = Attack is set
verb-declare = No more attacks
verb-gun = Gun
verb-on = Fire at
verb-withhold = Hold back
odds-further = For the next column ({ $column }): { $n ->
    [one] 1 strength point
   *[other] { $n } strength points
} more.
main-fire = Fire at
main-fire-none = Nothing is fired
verb-stand = Stand
verb-elite = Elite shift by
verb-plain = No elite shift
verb-intense = Intense Combat
    .help = A step for each side, then another round.
verb-refuse = Refuse
verb-lose = Lose
verb-retreat = Retreat to
verb-advance = Advance with
verb-stay = Stay

## Questions

ask-garrison = Where does { $about } stand?
ask-contest-free = The enemy acted twice in a row: activate a Formation without dice?
ask-contest-first = Which Formation do you try to activate?
ask-contest-alone = The enemy passes. Which Formation do you activate?
ask-contest-second = The enemy shows { $shown }. Which Formation do you put against it?
ask-attach = Independents between two Formations: who acts with this one?
ask-missions = { $arm ->
    [air] Air missions: name a target. { $left } left
   *[naval] Naval missions: name a coastal target. { $left } left
 }
ask-guns = { $arm ->
    [guns] Guns that bombard before the attacks
   *[defence] Guns that fire at the attackers
 }
ask-guns-target = What does { $gun } fire at?
ask-drop-plan = Where does { $about } drop?
ask-drop-plan-launch = All targets are set. Which Formation drops first?
ask-drop-formation = Companies came down among enemies: which fight first?
ask-scatter = The drop on { $target } goes astray: which company is Dispersed? { $left } to choose
ask-swim = { $piece } fell into the sea: where does it swim ashore?
ask-landing-plan = Landings: choose a sea hex for boats, or the Formation that lands first
ask-embark-coast = Boats in { $sea }: which coast do they land on?
ask-embark = Who lands from { $sea } onto { $onto }? First wave, then second
ask-embark-later = Second wave from { $sea } onto { $onto }
ask-fleet = Which Formation lands next?
ask-wave = Held beaches: which is fought for first?
ask-inland = Who moves one hex inland?
ask-inland-where = Where does { $unit } go?
ask-enter = Where does { $unit } arrive?
ask-move = Move the units of the Operation
ask-move-where = Where does { $about } go?
ask-declare = Declare attacks: choose a hex to attack
ask-assemble = Who attacks { $target }?
ask-fights = Which attack is fought next?
ask-stand = { $target } is attacked: hold anybody back?
ask-bonus = { $target }: shift a column for an elite unit? It takes the first loss
ask-intense-attack = Intense Combat for { $target }: press on?
ask-intense-defend = Intense Combat for { $target }: stand and bleed, or give way one hex?
ask-lose = Which unit loses a step? { $left } to lose
ask-retreat = Retreat from { $here }: to which hex?
ask-advance = { $target } is empty: who advances?

## Why not

why-not-yours = { $unit } is not yours.
why-dead = { $unit } has been eliminated.
why-out-of-play = Not on the part of the map that is in play.
why-enemy-there = An enemy stands there.
why-hex-full = The hex holds { $limit ->
    [one] one stacking point
   *[other] { $limit } stacking points
 }.
why-hex-bombed = { $most ->
    [one] One bombardment of one hex is
    [3] Three bombardments of one hex are
   *[other] { $most } bombardments of one hex are
 } the most.
why-sea-chain = { $most ->
    [7] Seven
   *[other] { $most }
 } sea hexes at most, all in one chain.
why-garrison-land = The garrison stands on land.
why-garrison-flak = One anti-aircraft unit to a hex.
why-garrison-heavy = One armoured or anti-tank unit to a hex.
why-contest-claim = A free activation comes after two in a row by the enemy, before the contest.
why-contest-acted = { $lot } has acted this turn.
why-contest-absent = { $lot } has nobody on the map, and nobody who could arrive.
why-contest-pass = You passed in the last contest and still have a Formation: name one.
why-attach-attach = Only independents not yet Activated that stand as near to this Formation as to another.
why-missions-spent = All missions have their targets.
why-missions-sea = There is nothing to hit in the open sea.
why-missions-inland = Ships reach only land hexes next to the sea.
why-guns-gun = A gun of yours that has not fired or been activated this turn, with a target in range.
why-guns-fire = Name the target of this gun first.
why-guns-none = Choose a gun first.
why-guns-other = Name the target of the other gun first.
why-guns-kind = Only field artillery bombards.
why-guns-target = { $arm ->
    [guns] The target is an enemy next to the active Formation.
   *[defence] The target is a hex from which an attack was declared.
 }
why-guns-far = Guns reach { $far ->
    [one] one hex
    [4] four hexes
   *[other] { $far } hexes
 }.
why-drop-plan-launch = Every company needs its target first.
why-drop-plan-done = Every company has its target.
why-drop-plan-sea = Drops are aimed at land.
why-drop-plan-full = { $most ->
    [one] One company to a hex is
    [3] Three companies to a hex are
   *[other] { $most } companies to a hex are
 } the most, with one anti-tank company at most.
why-drop-formation-fight = No company has come down among enemies there.
why-scatter = One of the companies of this drop.
why-swim = Only the land hexes nearest to where the company fell.
why-landing-plan-sail = Only a Formation with units in the boats.
why-landing-plan-ashore = Units are in the boats: let them sail.
why-landing-plan-land = Landing units start in a sea hex.
why-landing-plan-mines = The sea is mined there.
why-landing-plan-cliffs = No coast without cliffs lies next to it.
why-landing-plan-full = Four stacking points to a hex, two of a Formation to a wave, and nobody left fits.
why-embark-second = Choose the coast first; the second wave has room only for units that fit it.
why-embark-next = Somebody must embark first.
why-embark-chosen = The boats have their coast; choose the sea hex again for another.
why-embark-far = Not a coast next to these boats, or one behind cliffs.
why-embark-nobody = Nobody left may land there: on ground that is not flat marines go first.
why-embark-kind = It does not come over a beach in turn S: it drops, flies, or needs a port.
why-embark-aboard = It is in the boats already.
why-embark-marines = The ground is not flat: the first wave is one marine unit.
why-embark-full = Two stacking points of a Formation to a hex and wave, four to a hex.
why-embark-coast = Choose the coast first.
why-fleet = Only a Formation with units still in the boats.
why-wave-fight = No boats of this wave have to fight for that hex.
why-inland-unit = Only first-wave units ashore in good order that have not fought, once each.
why-inland-to = One hex, onto ground it can enter, without enemies, within the stacking limit.
why-enter = Units come in through a port or where a landing of turn S succeeded.
why-enter-airfield = La Spezia comes in at an airfield.
why-enter-flak = An enemy anti-aircraft unit stands next to the airfield.
why-enter-loreto = Loreto must be there in good order, or the airfield have been held for two turns.
why-enter-airfield-full = The airfield is full.
why-enter-heavy = Armour and artillery come in through a port.
why-enter-port-new = The port must have been yours since the end of the last turn.
why-enter-port-ruined = The port has been destroyed.
why-enter-battery = A coastal battery stands within { $far ->
    [one] one hex
    [4] four hexes
   *[other] { $far } hexes
 } of the port.
why-enter-nearer = Another Formation stands nearer to this port.
why-enter-port-full = The port is full, or has taken in what its hex can hold in this Operation.
why-enter-beach-full = The beach is full, or an enemy holds it.
why-move-other = { $unit } does not belong to the active Formation.
why-move-first = First let the unit you have picked move or halt.
why-move-add = Only units that have not moved, in the same hex, join a stack before it sets out.
why-move-leave = Only a stack on its way can leave a unit behind.
why-move-immobile = It cannot move.
why-move-fired = This gun has fired: it is Activated.
why-move-over = Its movement is over.
why-move-closed = It cannot come in now: no port, beach or airfield is open to it.
why-move-nowhere = It has nowhere to go, or moves already.
why-move-crowded = A hex is overstacked and somebody can still leave it.
why-move-none = Choose a unit first.
why-move-overrun = An enemy next to the stack, twice the cost of his hex, and no more points than the hexside allows.
why-move-sea = That is sea.
why-move-here = It stands there.
why-move-road = Only the road leads there, and beside the enemy it carries no more in this Operation.
why-move-short = It may move one hex only.
why-move-far = Too far for its movement points.
why-move-halted = Pick the next unit, or end the movement.
why-move-hunt = It takes Dispersed enemies in the hex and twice the cost of its ground without roads.
why-move-regroup = Only a Dispersed unit without an enemy in its hex may try, once in an Operation.
why-move-halt = Choose a unit first.
why-declare-target = No active unit that may attack stands next to enemies there on ground it could enter; each hex is attacked once.
why-assemble-join = Only active units next to the hex that may attack, and not more points than its hexside lets through.
why-assemble-set = Choose at least one attacker first.
why-fights-fight = No attack was declared on that hex.
why-stand-withhold = A unit in the attacked hex; at least one must fight.
why-stand-stand = Too many stacking points for the hexsides attacked: hold some back.
why-bonus-elite = An elite unit that fights, or an engineer in a City or Town or at the Victory Line.
why-lose = Losses fall evenly on the units concerned: first on those that used their bonus, then on units not yet hit.
why-retreat = Another hex comes first: away from the enemy, not next to him, cheapest, within the limit.
why-retreat-back = A retreat does not turn back.
why-retreat-closed = Not a neighbour that these units can enter.
why-retreat-friends = Friends stand there, and another hex is as good or better.
why-advance-advance = Only attackers of this combat that can enter the hex, within its limit.

## What happened

event-setup = { $p0 } sets up at { $s0 }
event-turn = Turn { $n }: { $day }
event-pass = { $side } { $many ->
    [yes] pass
   *[no] passes
 }
event-contest = { $first } { $one } against { $second } { $two }: { $result } acts
event-activate = { $lot } is active, { $how ->
    [free] without dice
    [unopposed] unopposed
   *[dice] by the dice
 }
event-missions = { $arm ->
    [air] Air Operation: { $missions }
   *[naval] Naval Operation: { $missions }
 }
missions = { $n ->
    [one] { $n } mission
   *[other] { $n } missions
 }
event-bombardment = { $arm ->
    [air] Air bombardment
    [naval] Naval bombardment
    [guns] Offensive bombardment
   *[defence] Defensive bombardment
 } of { $where }: { $plain } (column { $column }: { $result })
event-rubble = { $where } is struck: { $what }
ruined-rubble = rubble
ruined-road = no road
ruined-port = no port
ruined-rubble-road = rubble, no road
ruined-rubble-port = rubble, no port
ruined-road-port = no road, no port
ruined-rubble-road-port = rubble, no road, no port
event-drop = { $lot } drops on { $where }: { $plain }
event-scattered = { $p0 } { $how ->
    [lands] comes down in { $result }
   *[other] { $result }
 }
event-scatter = { $p0 } comes down Dispersed at { $where }
event-land = { $p0 } lands at { $s0 }
event-landing = { $p0 } goes for the beach at { $where }: { $plain }
event-ashore = { $p0 } comes ashore at { $s1 }
event-arrive = { $p0 } arrives at { $s0 }
event-move = { $p0 } moves from { $s0 } to { $s1 }
event-regroup = { $p0 } { $result }
event-recover = { $p0 } is in order again
event-overrun = { $who } { $number ->
    [one] overruns
   *[other] overrun
 } { $where }
event-declare = { $who } will attack { $where }
event-tank = { $p0 } against the guns of { $where }: { $plain }
event-combat = Combat at { $where }{ $round ->
    [second] , second round
   *[first] {""}
 }: { $plain } ({ $attack } against { $defence }, column { $column }: { $result })
event-step = { $p0 } loses a step
event-eliminated = { $p0 } is eliminated ({ $where })
off-the-map = off the map
event-dg = { $p0 } is Disorganised
event-retreat = { $who } { $number ->
    [one] falls
   *[other] fall
 } back from { $s0 } to { $s1 }
event-surrender = No way out of { $where }: surrender
event-advance = { $p0 } advances to { $s1 }
event-end = { $level }: { $reason }

level-0 = British Crushing Victory
level-1 = British Minor Victory
level-2 = Draw
level-3 = Axis Minor Victory
level-4 = Axis Crushing Victory
outcome-valletta = Valletta has been captured
outcome-no-bases = the Axis has no working port and airport
outcome-points = { $points ->
    [one] { $points } victory point
   *[other] { $points } victory points
 }

## What changes a roll

modifier-terrain = terrain
modifier-victory-line = Victory Line
modifier-escarpment = escarpment
modifier-concentric = concentric attack
modifier-tank = tank against the best gun
modifier-streets = streets or ruins
modifier-rough = hill or rough ground
modifier-light-flak = light anti-aircraft guns
modifier-heavy-flak = heavy anti-aircraft guns
modifier-flak-here = guns in the hex itself
modifier-battery = coastal battery
modifier-battery-here = coastal battery in the hex
modifier-battery-near = coastal battery in range
modifier-floor = never worse than that
modifier-together = land together
modifier-steep = steep shore
modifier-marines = San Marco
modifier-turn = turn { $turn }
no-modifier = no modifier

## The turn

heading-set-up = Setting up
heading = Turn { $turn }, { $day }
day-0 = First day
day-1 = Second day
day-2 = Third day
day-3 = Fourth day
day-4 = Fifth day
phase-ended = The game has ended
phase-garrison = Garrison
phase-operation = { $lot }: { $phase }
phase-sortie = { $arm ->
    [air] Air Operation
   *[naval] Naval Operation
 }
phase-air-missions = Air bombardment
phase-drops = Air drops
phase-naval-missions = Naval bombardment
phase-landings = Landings
phase-operations = Which Formation acts next
phase-end-of-turn = End of the turn
phase-missions = Missions
phase-independents = Independents
phase-movement = Movement
phase-attacks = Attacks
phase-recovery = Recovery
phase-offensive-fire = Offensive bombardment
phase-defensive-fire = Defensive bombardment
phase-combat = Combat
phase-end-of-operation = End of the Operation
phase-first-wave = First wave
phase-inland = Inland
phase-second-wave = Second wave
phase-overrun = Overrun
phase-begin = Who attacks
phase-stand = Who defends
phase-tanks = Tank combat
phase-attacker-bonus = Elite shift of the attacker
phase-defender-bonus = Elite shift of the defender
phase-column = Odds
phase-roll = The roll
phase-attacker-intense = Intense Combat
phase-defender-intense = Intense Combat
phase-losses = Losses
phase-attacker-retreat = Retreat of the attackers
phase-defender-retreat = Retreat of the defenders
phase-advance = Advance
phase-end-of-combat = End of the combat
moment-AX = Operations, the Axis names first
moment-CW = Operations, the Commonwealth names first

## Beside the board

track-turn = Turn
track-vp = Axis points
track-hexes = Victory hexes
track-lost = Points lost
track-lost-note = { $line } Italian, { $special } elite, armour, guns
track-bases = Port, airport
track-bases-note = { $missing ->
    [nothing] Held
    [both] Needed: a port and an airport
    [port] Needed: a port
   *[airport] Needed: an airport
 }
track-formations = Can act
track-formations-none = nobody
track-streak = Acted in a row
track-streak-note = The other side may act without dice
track-missions = Missions left
track-guns = Guns laid
track-targets = Targets: { $named }
track-none-yet = none yet
track-companies = Companies to plan
track-sea = Sea hexes chosen
track-sea-note = At most { $most ->
    [one] one sea hex
   *[other] { $most } sea hexes in a chain
 }
track-battle = Attack on { $where }
box-waiting-AX = Axis waiting
box-waiting-CW = Garrison waiting
box-lost-AX = Axis losses
box-lost-CW = Garrison losses
stage-attack = Attack
stage-may-join = May join
stage-defend = Defend
stage-points = { $n ->
    [one] { $n } point
   *[other] { $n } points
 }
stage-nobody-yet = Nobody has joined yet.

## Units and the map

mark-planned = Still in the air: bound for this hex
mark-dispersed = Dispersed: as good as absent until it regroups
mark-disorganised = Disorganised: combat, tank and movement values are halved
mark-reduced = Reduced: one step left
mark-cut-off = Without supply: combat value halved
mark-activated = Activated: no other Operation and no shot this turn
mark-second-wave = Second wave
mark-elite = Elite: may shift a column, and then takes the first loss
mark-bonus-s = S: +1 on the landing die
mark-bonus-l = L: +1 on the drop die of its stack
mark-bonus-n = Swimmers: the sea does not kill them
mark-bonus-a = Loreto: opens an airfield to La Spezia
fact-independent = Independent
fact-combat = Combat { $combat }{ $steps ->
    [2] , reduced { $reduced }
   *[1] {""}
 }{ $defends ->
    [yes] , defends only
   *[no] {""}
 }
fact-movement = Movement { $move }
fact-immobile = Does not move
fact-tank = Tank { $tank }, anti-tank { $at }
fact-bound = Bound for { $where }
fact-stack = Stack { $points } of { $limit ->
    [one] { $limit } point
   *[other] { $limit } points
 }
marker-rubble = Rubble
marker-crater = Road destroyed
marker-control = Under Axis control
marker-beach = Landing beach
marker-attack = Attacked by { $who }
marker-plan = Boats bound for here: { $who }
legend-rubble = Rubble
legend-crater = Road destroyed
legend-control = Under Axis control
legend-beach = Landing beach
legend-attack = Declared attack
legend-plan = Beach of a landing
legend-result-Ar = Attackers retreat a hex in disorder; against a City or Rubble they lose a step instead
legend-result-Dr = Defenders retreat two hexes in disorder; in a City or Rubble they lose a step instead
legend-result-CI = Intense Combat: a step each and another round, if both will
board-title = Malta
terrain-flat = flat
terrain-hill = hill
terrain-rough = rough
terrain-city = city
terrain-town = town
terrain-port = port
terrain-airfield = airfield
terrain-sea = sea
terrain-mines = mined sea
terrain-out = out of play

## Layers

layer-control = Control and points
    .help = Who holds what, and the hexes that count for victory.
layer-point = 1 VP
layer-control-note = { $hexes ->
    [one] { $hexes } hex
   *[other] { $hexes } hexes
 } held [8.2.c], { $line ->
    [one] { $line } Italian point
   *[other] { $line } Italian points
 } lost, { $groups } VP with { $next } to go to the next [8.2.a], { $special ->
    [one] { $special } step
   *[other] { $special } steps
 } of elites, armour and guns lost [8.2.b]: { $points ->
    [one] { $points } victory point
   *[other] { $points } victory points
 }, { $level }.
layer-supply = Supply
    .help = From turn 3: how far airfields and ports supply the Axis, and who is cut off.
layer-cut-off = { $n } cut off
layer-supply-note = { $n ->
    [0] No Axis units
    [one] { $n } Axis unit
   *[other] { $n } Axis units
 } without supply [7.5].
layer-supply-later = It matters from turn { $turn } on.
layer-flak = Anti-aircraft fire
    .help = What a drop on each hex has to fear from guns in good order.
layer-flak-note = Modifier of a drop [3.2.c]; guns in disorder do not count.
layer-coast = Coast
    .help = Beaches by the ground behind them, mined water, and what coastal batteries reach.
layer-beach = { $flat ->
    [yes] flat
   *[no] marines first
 }{ $battery ->
    [yes] , battery
   *[no] {""}
 }
layer-mines = mines
layer-coast-note = Where boats can land [4.2]; on ground that is not flat one marine unit goes first [4.2.m].
layer-ways = Ways in
    .help = Ports, beaches and airfields, open or closed to Axis reinforcements, and why.
layer-way-port-open = port open
layer-way-airfield-open = airfield open
layer-way-beach-open = beach open
layer-way-destroyed = destroyed
layer-way-not-held = not held
layer-way-battery = battery near
layer-way-closed = closed
layer-way-flak = flak near
layer-way-no-loreto = no Loreto
layer-way-beach-held = beach held
layer-ways-note = Armour and guns need a port [4.2.1.b]; La Spezia needs an airfield [3.2.1].
layer-reach = Reach
    .help = Point at a unit: where it could move.
layer-reach-point = Point at a unit on the island.
layer-reach-immobile = { $unit } does not move.
layer-march = march
layer-overrun = overrun
layer-reach-note = { $unit }: movement { $move } [5.2.a].

## Before the dice

close-chances = hex cleared { CHANCE($win) }, attackers back { CHANCE($back) }, Intense Combat { CHANCE($intense) }.
close = { $attack } against { $defence }, column { $column }: { close-chances }
close-shifted = { $attack } against { $defence }, column { $column } after { $shifts }: { close-chances }
close-after-tanks = Tanks first: { $duels }. Then { $close }
duel = { $tank } ({ $modifiers }) hits { $hits } in 6, is hit { $hit } in 6
preview-intense = A step for each side ({ $mine } attack, { $theirs } defend).
preview-intense-attack = A step for each side ({ $mine } attack, { $theirs } defend) if the defender stands too; he may give up the hex instead.
preview-second-throw = Then a second throw on column { $column }: { close-chances }
preview-give-way = The defenders leave { $where } without further loss; who cannot move is lost.
preview-drop-lost = Whoever came down among the enemy and does not clear the hex is lost.
preview-refuse = The fight for { $where } ends: { $back ->
    [step] the attackers lose a step
    [retreat] the attackers fall back in disorder
   *[none] everybody stays where he is
 }.
preview-advance = { $unit } takes { $where }.
preview-bombs = Column { $column }: disorder { CHANCE($disorder) }, a step { CHANCE($step) }{ $what ->
    [rubble] , rubble { CHANCE($ruin) }
    [road] , road cut { CHANCE($ruin) }
    [port] , ruins { CHANCE($ruin) } and with them no port
   *[nothing] {""}
 }.
preview-barrage = { $where }: disorder { CHANCE($disorder) }, { $steps } steps{ $what ->
    [rubble] , rubble { CHANCE($ruin) }
    [road] , road cut { CHANCE($ruin) }
    [port] , ruins { CHANCE($ruin) } and with them no port
   *[nothing] {""}
 }.
preview-no-barrage = No target is named: nothing is fired.
odds-barrage-title = Fire! { $shots ->
    [one] { $shots } bombardment
   *[other] { $shots } bombardments
 }
odds-barrage = { $of ->
    [1] { $hexes ->
        [0] no disorder
       *[other] disorder
     }
   *[other] { $hexes } of { $of } hexes in disorder
 }{ $steps ->
    [0] {""}
    [one] , { $steps } step lost
   *[other] , { $steps } steps lost
 }
preview-drop = { $modifiers }; clean drop { $clean } in 6, losses { $deadly } in 6, { $wet } of 6 directions lead into the sea.{ $held ->
    [yes] {" "}The enemy holds the hex: whoever lands in order must clear it or die [3.2.l].
   *[no] {""}
 }
preview-surf = { $modifiers }; in order { $order } in 6, steps lost { $lost } in 6.{ $held ->
    [yes] {" "}The enemy holds it: the wave attacks at half its value [4.2.i].
   *[no] {""}
 }
preview-by-air = Lands in disorder, may move one hex and attack.
preview-by-port = Through the port: one hex more, and it may attack.
preview-one-hex = One hex, and no more.
preview-march = A march of { $hexes ->
    [one] one hex
   *[other] { $hexes } hexes
 } by road, away from the enemy.
preview-move = { $spent } of { $all } movement points.
preview-crowded = { $points } points in a hex for { $limit }: to stop there means disorder for all [5.2.1.b].
preview-hunt = { $price } more movement points; the attack is declared with the others.
preview-unopposed = It acts without a die.
preview-contest = { $mine } against { $theirs }: it acts with { CHANCE($win) }.
preview-token = Token { $mine }: { $chances }.
preview-token-chance = { CHANCE($win) } against { $token }
preview-no-answer = nobody can answer

## Advice

idea-holds-what-counts = holds what counts
idea-missed-least = missed least
idea-everybody-defends = everybody defends
idea-kept-from-loss = takes no part, and no loss
idea-ground-behind = the best ground behind
idea-hold-the-line = hold the line
idea-takes-the-ground = takes the ground
idea-best-odds-first = the best odds first
idea-no-better-odds = no better odds
idea-good-odds = good odds
idea-adds-to-the-attack = adds to the attack
idea-strong-enough = strong enough
idea-not-worth-the-risk = not worth the risk
idea-a-column = a column for us
idea-press-on = press on
idea-not-at-this-price = not at this price
idea-stand = stand
idea-give-way = give way
idea-enough = whatever is worth a shot has one
idea-nobody-there = nobody there
idea-guns-to-silence = guns to silence
idea-breaks-up-the-defence = breaks up the defence
idea-all-are-laid = all are laid
idea-a-free-shot = a free shot
idea-upsets-most = upsets most
idea-best-troops-first = the best troops first
idea-room-to-land = room to land and something to gain
idea-most-dangerous = the most dangerous
idea-quiet-shore = a quiet shore
idea-good-beaches = good beaches
idea-good-beach = a good beach
idea-stay-away = stay away
idea-strongest-first = the strongest first
idea-full = full
idea-hold-back = hold back
idea-room-inland = room inland
idea-better-place = a better place
idea-well-placed = well placed
idea-in-place = everybody stands well already
idea-near-the-front = near the front
idea-better-elsewhere = can do better elsewhere
idea-ride-over-them = ride over them
idea-finish-the-scattered = finish them while they are scattered
idea-a-company-again = a company again
idea-can-do-most = can do most now
idea-wait = wait
idea-others-wait = the others wait
idea-can-help = can help now
script-historical = Historical set-up
script-sensible = Sensible set-up
script-staff = The staff's plan
script-plan = The plan of 1942
script-own = Set-up { $name }

## Results of the tables

result-combat-0-0 = Nothing happens.
result-combat-0-1 = The defenders lose a step.
result-combat-0-1Dr = The defenders lose a step and retreat two hexes in disorder.
result-combat-0-2 = The defenders lose two steps.
result-combat-0-2Dr = The defenders lose two steps and retreat two hexes in disorder.
result-combat-0-3 = The defenders lose three steps.
result-combat-0-3Dr = The defenders lose three steps and retreat two hexes in disorder.
result-combat-0-Dr = The defenders retreat two hexes in disorder.
result-combat-1-0 = The attackers lose a step.
result-combat-1-1 = The attackers lose a step; the defenders lose a step.
result-combat-1-1Dr = The attackers lose a step; the defenders lose a step and retreat two hexes in disorder.
result-combat-1-2 = The attackers lose a step; the defenders lose two steps.
result-combat-1-2Dr = The attackers lose a step; the defenders lose two steps and retreat two hexes in disorder.
result-combat-1-Dr = The attackers lose a step; the defenders retreat two hexes in disorder.
result-combat-1Ar-0 = The attackers lose a step and retreat a hex in disorder.
result-combat-2-0 = The attackers lose two steps.
result-combat-2-2 = The attackers lose two steps; the defenders lose two steps.
result-combat-2Ar-0 = The attackers lose two steps and retreat a hex in disorder.
result-combat-3Ar-0 = The attackers lose three steps and retreat a hex in disorder.
result-combat-Ar-0 = The attackers retreat a hex in disorder.
result-combat-CI = Intense Combat: a step for each side and another round, if both will.
result-tank-0 = The tanks pass without a hit.
result-tank-A1 = The attackers lose a step, tanks and guns first.
result-tank-D1 = The defenders lose a step, tanks and guns first.
result-bombardment-0 = No effect.
result-bombardment-D = Everybody in the hex is Disorganised.
result-bombardment-1 = One unit in the hex loses a step.
result-bombardment-x = Streets, road and port are destroyed.
result-bombardment-1D = Everybody in the hex is Disorganised and one unit loses a step.
result-bombardment-1x = One unit in the hex loses a step; streets, road and port are destroyed.
result-bombardment-Dx = Everybody in the hex is Disorganised; streets, road and port are destroyed.
result-bombardment-1Dx = Everybody in the hex is Disorganised and one unit loses a step; streets, road and port are destroyed.
result-drop-0 = All come down together.
result-drop-1D = One company is Dispersed.
result-drop-2D = Two companies are Dispersed.
result-drop-3D = Three companies are Dispersed.
result-drop-1E = One company is lost.
result-drop-2E = Two companies are lost.
result-drop-3E = Three companies are lost.
result-drop-1E1D = One company is lost, one company is Dispersed.
result-drop-1E2D = One company is lost, two companies are Dispersed.
result-drop-2E1D = Two companies are lost, one company is Dispersed.
result-landing-0 = The unit comes through in good order.
result-landing-D = The unit is Disorganised.
result-landing-1 = The unit loses a step.
result-landing-1D = The unit loses a step and is Disorganised.
result-landing-2 = The unit loses two steps.
result-landing-2D = The unit loses two steps and is Disorganised.
result-missions-1 = One bombardment can be announced.
    .word = 1 mission
result-missions-2 = Two bombardments can be announced.
    .word = 2 missions
result-missions-3 = Three bombardments can be announced.
    .word = 3 missions
result-missions-4 = Four bombardments can be announced.
    .word = 4 missions
result-missions-5 = Five bombardments can be announced.
    .word = 5 missions
result-missions-6 = Six bombardments can be announced.
    .word = 6 missions
result-regroup-regroups = It is a company again.
    .word = regroups
result-regroup-scattered = It may try again in the next Operation of its Formation.
    .word = stays Dispersed
result-scattered-swims = It reaches the nearest shore, Dispersed.
    .word = swims ashore
result-scattered-sinks = The company is lost.
    .word = falls into the sea

## The first lesson

lesson-title = The airfield at Hal Far
lesson-intro = The day after the landings. You lead the Axis: a battalion of San Marco marines and one of Blackshirts stand before the airfield of Hal Far, held by a battalion of the King's Own Malta Regiment. Ports, airfields and towns are what victory is counted by. Both sides take turns with Operations: one Formation acts, then the next is contested.
lesson-outro = An Operation is always the same: win the contest, move, declare attacks, fight, advance. The full game begins a day earlier, with bombers, parachutes and landing craft that you plan before the first die, and goes on until Valletta falls or the days run out.
lesson-1 = Which Formation shall act? Name Sbarco, the landing group. The enemy may put a Formation of his own against it, and then dice decide.
lesson-2 = The Southern Brigade is put against you. Both tokens add one: you rolled 4, they rolled 3, so your landing group acts.
lesson-3 = First all units of the Formation may move. Take the marines, S.Marco Bafile.
lesson-4 = Everything that glows is in reach. Luqa, the great airfield in the middle of the island, is not: point at hex 2223 and see why.
lesson-4-then = Too far for today. Nor could you walk into a hex with enemies: they are attacked from the next one.
lesson-5 = March to hex 2426, north of the airfield. The Blackshirts wait in the old fort to the south-east, so you can strike from two sides.
lesson-5-then = The marines could go on with what is left of their movement.
lesson-6 = That is far enough: end the movement of the whole Formation.
lesson-7 = Now attacks are declared, before anybody fights. Choose hex 2427.
lesson-8 = Let the marines take part in the attack.
lesson-8-then = Five points against four would be a poor bargain.
lesson-9 = And the Blackshirts, CCNN XLII: nine against four is the column two to one.
lesson-9-then = No guns fire for either side. One question is left before the dice.
lesson-10 = An elite unit may lend its name to the attack: one column better, but it takes the first loss. Read the chances below and use S.Marco Bafile.
lesson-10-then = Two fives: no loss for you. The defenders lose a step and fall back in disorder.
lesson-11 = The battalion leaves the airfield and retreats towards Gudja, out of your reach.
lesson-12 = Hal Far lies empty. Advance with S.Marco Bafile: who stands in a hex controls it.
lesson-12-then = The airfield is yours, and with it a place that counts at the end.
lesson-13 = The Blackshirts may follow, but the fort guards the coast. Stay: that ends the Operation.
lesson-14 = Your Formations have all acted, so the Southern Brigade could act now. It passes, and with nobody left who wants to act the turn is over: the third day begins, and all Formations are fresh again.

## What a position set up by hand cannot be

check-axis-controls-british-hex = the Axis controls a hex the British hold
check-axis-hex-not-controlled = an Axis hex is not controlled
check-base-lost-since = a base lost since counts as held
check-both-sides-in-hex = both sides stand in one hex
check-dispersed-no-dg = a Dispersed unit carries no DG (ruling A04)
check-enemy-box = { $unit } is in the enemy's box
check-garrison-not-complete = the garrison is not complete
check-left-letter = { $unit } has left its letter
check-nowhere = { $unit } is nowhere
check-off-map-still-marked = { $unit } is off the map and still marked
check-only-airborne-dispersed = only airborne units are Dispersed
check-stands-sea = { $unit } stands in the sea
check-two-flak-in-hex = two anti-aircraft units in a hex
check-two-batteries-hex = two batteries in a hex
check-unit-one-step-reduced = a unit of one step is reduced

## Why it is advised: what is gained and what is risked

reason-lands = { CHANCE($chance) } that everybody lands
reason-mates = { $n ->
    [one] with one company more
   *[other] with { $n } companies more
 }
reason-wet = { $n ->
    [one] one way to drift leads into the sea
   *[other] { $n } ways to drift lead into the sea
 }
reason-wins = { CHANCE($chance) } to take it
reason-falls = { CHANCE($chance) } that it falls
reason-shores = { $n ->
    [one] one shore
   *[other] { $n } shores
 } in reach, { $empty } of them empty
reason-capital = the capital: without it nothing is won
reason-airfield = an airfield
reason-port = a working port
reason-victory-hex = a victory hex
reason-holds-it = { $n } strength defends it
reason-enemy-beside = { $n } enemy strength beside it
reason-with-own = { $n } of our own strength there
reason-from-goal = on the way to { $place }, { $n ->
    [one] one hex
   *[other] { $n } hexes
 }
reason-ground = { $ground } ground
reason-quiet = nobody near
reason-strength = strength { $n }
reason-dispersed = Dispersed
reason-disorganised = Disorganised
reason-at = in { $place }
reason-units-here = { $n ->
    [one] one unit
   *[other] { $n } units
 } on the island, { $facing } facing the enemy
reason-token = { $n } in the contest

## Setting up and planning: how many are left, and the chance of each

track-units-left = Units to place
stage-drop = The drop
stage-landing = The landing
stage-bound = { $who }: { $place }
stage-waiting = { $who }: still to plan
stage-all-land = { CHANCE($chance) } that all land
stage-first-wave = { $place }, first wave
stage-second-wave = { $place }, second wave
stage-surf = { CHANCE($chance) } in good order
stage-surf-held = { CHANCE($chance) } in good order; { $n } strength on the beach
stage-in-port = Still in port

## Questions that orders may answer

question-attach = who acts with which Formation
question-guns = what my guns fire at
question-scatter = who is Dispersed
question-swim = where swimmers come ashore
question-stand = who defends a hex
question-bonus = an elite unit in front
question-intense = Intense Combat
question-fights = which combat comes next
question-lose = who takes a loss
question-retreat = where to fall back
question-advance = enter the hex that was won

## Types of pieces in a report

type-italian = Italian
type-german = German
type-commonwealth = Commonwealth
