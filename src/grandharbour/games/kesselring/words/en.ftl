# Kesselring's War in words.

## The game

game-title = Kesselring's War
game-blurb = From the beaches of Sicily to the gates of Rome, a month to a turn. Every move, attack, landing and raid costs Action Points, and the two sides take turns spending them. The Allies own the sea and the sky; the mountains belong to Kesselring.
side-AX = Axis
    .name = The Axis
side-AL = Allies
    .name = The Allies
scenario-campaign = Campaign Game
    .blurb = July 1943: the convoys of Operation Husky close on Sicily. The Allies hold the sea, the air and the first move; the Axis holds every port and has sixteen Garrisons to guard them. Break Italy by taking one of the two great islands, cross to the mainland and drive on Rome, before the divisions promised to Normandy are called away.
scenario-avalanche-baytown = Avalanche-Baytown
    .blurb = September 1943: Sicily has fallen and Italy has changed sides. Eighth Army waits at Messina for the short crossing, Fifth Army lies off Salerno, and ten German divisions and brigades must guess where the blow will come. Six turns to Rome, with fewer troops after each of them.

## Options

option-achse = Operation Achse
    .help = Optional rule 30: what happens when Italy changes sides.
option-kampfgruppen = Kampfgruppen and task forces
    .help = Optional rule 31.
option-strategic_movement = Strategic movement
    .help = Optional rule 32: long marches by road.
option-axis_airborne = Axis airborne operations
    .help = Optional rule 33.
option-open_cities = Open cities
    .help = Optional rule 34: Roma and Monte Cassino.
option-major_objectives = Major Objectives
    .help = Optional rule 35: Action Points for the five great prizes.
option-victory_south = Victory in the south
    .help = Optional rule 36: the Axis must hold the mainland.
option-med_gambit = Mediterranean gambit
    .help = Optional rule 37: the Allies must take the mainland.
option-sudden_death_ports = Sudden death
    .help = Which ports and airfields save the Allies at the end of turn 4.
    .anywhere = Anywhere on the map
    .mainland = On the mainland
option-r_units = R units
    .help = When the Cassino row is looked at.
    .phase = At the start of the Action Phase
    .segment = In every Axis segment
option-reinforcements = Number of reinforcements
    .help = Whether the number rolled must come.
    .exact = All that can
    .up_to = As many as wanted
option-demobilise_air = Demobilising airfields
    .help = With air units still on them.
    .allowed = They fly to the Staging Area
    .barred = Not allowed
option-perm_elim = Lost for good
    .help = Who is lost for good in a concentric attack.
    .both = Both sides
    .defender = Only the defender
option-regroup_scope = Regrouping
    .help = How far one Action reaches.
    .hex = One hex
    .source = All units of one source
option-withdraw_from_display = Withdrawals from the Display
    .help = Whether units still waiting are withdrawn too.
option-free_attack_movers_only = Attack after a move
    .help = Only by units that really moved.
option-move_any_source = Moves by several sources
    .help = One Action moves all supplied units of a contingent.
option-concentric_zoc = Concentric attack
    .help = Whose zones of control count.
    .nonparticipating = Of units that do not attack
    .any = Of all units
option-failed_landing = Failed landings
    .help = Where the survivors go.
    .staging = To the Staging Area
    .origin = Where they came from
option-intercept_literal = Interception by the letter
    .help = Mission minus interceptors instead of the other way round.
option-cve_base = Carrier aircraft
    .help = Where they may be based.
    .any = Like other tactical units
    .staging = Only in the Staging Area
option-kg_mot_hosts = Motorised Kampfgruppen
    .help = Which divisions take them in.
    .motorized = Motorised infantry
    .panzergrenadier = Panzergrenadiers too
option-open_city_fort = Open cities and fortifications
    .help = Declaring a city that is fortified.
    .allowed = Allowed
    .barred = Not allowed
option-par = Par
    .help = The side that advisers lose with begins with the points that make their games even.

## The sequence of play

heading-ended = The game has ended
phase-axis-garrisons = Setting up
phase-axis-units = Setting up
phase-axis-air = Setting up
phase-allied-garrisons = Setting up
phase-allied-units = Setting up
phase-allied-air = Setting up
phase-air-offensive = The Allied air offensive
phase-first-points = Setting up
phase-month = A new month
phase-event-allied = Events
phase-event-axis = Events
phase-income = Action Points
phase-withdrawals = Withdrawals
phase-arrivals = Reinforcements
phase-actions = Action Phase
phase-surrender = The surrender of Italy
phase-achse = Operation Achse
phase-end = End of turn
phase-support = Support
phase-interception = Interception
phase-stand = Defence
phase-roll = Combat
phase-losses = Losses
phase-defender-retreats = Retreat of the defenders
phase-attacker-retreats = Retreat of the attackers
phase-pursuit = Pursuit
phase-aftermath = After the combat
phase-bombs = Bombardment
phase-ashore = Landings
heading-turn = Turn { $n }, { $month }
heading-setup = Setting up
heading-segment = Action Phase, { $allied ->
    [yes] Allied
   *[no] Axis
 } segment
moment-allied = Allied segment
moment-axis = Axis segment
moment-turn = Start of the next turn

## Choices

verb-move = Move
    .help = March the supplied units of one contingent, then attack once if you like.
verb-attack = Attack
    .help = Attack one hex without moving.
verb-reinforce = Reinforce
    .help = Roll for how many units come from your Reinforcement Display.
verb-garrison = Garrison
    .help = Set up a Garrison in a city, port or airfield you stand in.
verb-demobilise = Demobilise
    .help = Take a Garrison off the map.
verb-regroup = Regroup
    .help = Bring reduced units back to full strength.
verb-transfer = Naval transfer
    .help = Ship units between ports and the Staging Area.
verb-evacuate = Evacuate
    .help = Take up to three units off a coast by sea.
verb-interdict = Interdict
    .help = Once a turn: a roll not above the number of the turn cuts the Axis sea routes for good.
verb-invade = Invade
    .help = Land from the sea with units of one contingent.
verb-drop = Airborne drop
    .help = Drop a parachute unit behind the lines.
verb-rebase = Rebase
    .help = Move air units to other airfields.
verb-bombard = Bombard
    .help = Bomb an enemy Garrison from the air.
verb-airlift = Air transport
    .help = Fly a unit between airfields and the Staging Area.
verb-fortify = Fortify
    .help = Build a fortification where a supplied unit stands.
verb-march = Strategic move
    .help = A long march by road, away from the enemy.
verb-declare = Open city
    .help = The Axis declares Roma or Monte Cassino an open city.
verb-pass = Pass
    .help = Do nothing now. When both sides pass in a row the Action Phase ends.
verb-lead = Move with
verb-source = Supplied from
verb-unit = Unit
verb-to = To
verb-strike = Attack
verb-end = Done
verb-target = Target
verb-join = Join
verb-assault = Attack!
    .go = Attack
verb-cas = Air support
verb-gunfire = Naval gunfire
verb-support = Support by
verb-enough = No more support
    .go = Attack
verb-defend = Defend with
verb-stand = Stand
verb-intercept = Intercept with
verb-engage = Engage
    .go = Meet
verb-decline = Let them pass
verb-lose = Lose
verb-stay = Stay
verb-cut = Retreat one hex
verb-go = Retreat
verb-pursue = Pursue with
verb-halt = Halt
verb-land = Land at
verb-fly = Fly
verb-launch = Launch
    .go = Launch
verb-from = From
verb-jump = Jump at
verb-beach = Land at
verb-load = Embark
verb-full = Landing complete
verb-sail = Sail with
verb-fight = Fight for
verb-bring = Bring
verb-at = At
verb-remove = Remove
verb-where = Regroup at
verb-withdraw = Withdraw
verb-reduce = Reduce
verb-commit = Commit them
verb-spare = Spare them

## Questions

ask-withdraw = Choose a unit to withdraw
ask-summon = Choose the unit that comes now
ask-demoralised = Which Garrison loses a step? { $left } to lose
ask-air-offensive = Air offensive: which Garrison loses a step? { $left } to choose
ask-free-garrisons = Place a Garrison ({ $left } left)
ask-achse = Operation Achse: commit the commandos?
ask-act = { $side }: choose an Action, or pass
ask-recruit = Which reinforcement comes? { $left } to come
ask-arrive = Where does { $piece } arrive?
ask-spread = { $unit } may step out of the crowded hex
ask-place-garrison = Where is a Garrison deployed?
ask-demobilise = Which Garrison is demobilised?
ask-regroup = Where do units regroup?
ask-regroup-who = Which contingent regroups at { $where }?
ask-fortify = Where is a fortification built?
ask-declare-open-city = Which city is declared open?
ask-lead = Choose a unit: its contingent moves, by one source of supply
ask-pick-source = Which source supplies the move of { $unit } and its comrades?
ask-marching-too-full = The hex is too full: which unit makes room?
ask-marching = Move the units of the group, then attack if you like
ask-strategic-move = Which unit makes a strategic move?
ask-march = Where does { $unit } go?
ask-assemble = Choose the attackers of { $target }
ask-pick-target = Which hex is attacked?
ask-support = Support for the attack on { $target }
ask-stand-overstacked = { $target } is overstacked: which unit defends?
ask-stand = Support for the defence of { $target }
ask-retreat-stack = Which unit retreats next?
ask-steadfast = { $unit } may hold: stay, or retreat?
ask-retreat = Where does { $unit } retreat?
ask-pursuit = Who pursues into { $target }?
ask-exploit-must = { $unit } must pursue one hex further
ask-exploit = { $unit } may pursue one hex further
ask-air-loss = The airfield at { $where } is crowded: choose an air unit
ask-lose = Choose a unit to lose a step
ask-intercept = Intercept the mission over { $target }?
ask-air-casualty = Which air unit is lost?
ask-air-casualty-rest = Which air unit must rest a turn?
ask-landing = Where does { $piece } land?
ask-bombard = Which Garrison is bombed?
ask-bombard-fly = Which air units bomb { $target }?
ask-rebase-to = Where is { $piece } based?
ask-rebase = Which air unit changes its base?
ask-sea-move = Where do they embark?
ask-sea-move-to = Where do they go ashore?
ask-sea-move-unit = Which units sail to { $end }?
ask-airlift = Which unit is flown?
ask-airlift-to = Where is { $unit } flown?
ask-drop = Which unit jumps?
ask-drop-jump = Where does { $unit } jump?
ask-drop-attack = Does { $unit } attack?
ask-invade-load = Who lands at { $beach }?
ask-invade = Where do the invaders embark?
ask-invade-beach = Choose a beach, or launch the invasion
ask-ashore = Which landing is fought next?
ask-set-garrisons = Set up a Garrison
ask-set-units = Where does { $about } set up?
ask-set-air = Where is { $about } based?
ask-strategic-move-to = Where does { $unit } go?

## Why not

why-withdraw-withdraw = Only a unit of the kind the event names, on the map or in the Staging Area.
why-summon-bring = A unit of yours from a later turn's box, or for OB Sudwest from the Withdrawn Display.
why-demoralised-reduce = A Garrison that has not suffered yet.
why-air-offensive-reduce = An Axis Garrison at full strength, each once.
why-free-garrisons-at = On Sicily and Sardinia, where no Axis unit stands and no Garrison yet.
why-recruit-bring = Units of one contingent that wait in the Reinforcement Display.
why-recruit-end = All that can come must come.
why-arrive-at = The Staging Area; for the Allies a functional port; for airborne units a functional airfield.
why-spread-to = One hex, where it could move and there is room.
why-place-garrison-at = A city, port or airfield with a mobile unit of yours and no Garrison yet.
why-demobilise-remove = A Garrison of yours on the map.
why-regroup-where = A hex with a reduced unit in supply, or the Staging Area.
why-regroup-unit = A reduced unit here: its contingent regroups.
why-fortify-at = A hex with a unit of yours that has a Line of Communication, and no fortification yet.
why-declare-open-city-at = Roma or Monte Cassino, with an Axis ground unit, once each in the game.
why-lead-lead = This unit cannot move now: nowhere to go, or not on the map.
why-pick-source-source = The unit has no Line of Communication to this place.
why-marching-unit = Not in the group that moves, moved already, or nowhere to go; out of a hex that is too full somebody goes first.
why-marching-strike = None of the group stands next to an enemy it could attack there, or a hex is still too full.
why-marching-end = Move a unit first; a hex that is too full must be left again.
why-strategic-move-unit = It must be in supply, out of enemy zones of control, and on a road.
why-strategic-move-to = No connected road leads there clear of the enemy.
why-assemble-join = All attackers stand next to the hex, are of one contingent and draw on one source; one alone may be without.
why-assemble-assault = Choose at least one attacker first.
why-pick-target-target = No unit of yours stands next to an enemy there that it could attack.
why-support-cas = Close support needs an air unit of the attackers' contingent in range, two at most.
why-support-gunfire = Gunfire needs a coastal hex, the same contingent, a ship in the Staging Area and 1 Action Point.
why-support-support = One special unit of the attackers' contingent from the Staging Area; leaders once a segment.
why-stand-defend = Only in an overstacked hex must one unit be chosen.
why-stand-gunfire = Gunfire needs a coastal hex, a ship of a contingent that is present, and 1 Action Point.
why-stand-support = One special unit of a contingent that is present, from the Staging Area.
why-stand-stand = The hex is overstacked: choose the unit that defends first.
why-retreat-stack-unit = This unit does not have to retreat.
why-steadfast-cut = A retreat of one hex cannot be cut.
why-retreat-to = A retreat leads as far away as the result says, not onto enemies, over the Strait or into forbidden ground.
why-pursuit-pursue = Only attackers of this combat that can enter the hex, while there is room.
why-exploit-to = One hex further, where no enemy stands and there is room.
why-exploit-halt = The hex is full: it must go on.
why-air-loss-lose = One of the air units based here must be chosen.
why-lose-lose = The loss falls on a unit that took part.
why-intercept-intercept = Tactical units in range, of one contingent, two at most, for 1 Action Point.
why-intercept-engage = Send an interceptor first.
why-intercept-decline = The interceptors are on their way.
why-air-casualty-lose = Only an air unit of this mission.
why-landing-land = A functional airfield with room within range of the target, or the Staging Area.
why-bombard-target = A hex with an enemy Garrison within range of your air units.
why-bombard-fly = Air units of one contingent in range, two at most.
why-bombard-support = Only KG 100, with German air units against an Allied Garrison.
why-bombard-launch = Choose an air unit first.
why-rebase-unit = Air units of one contingent, two at most, each once.
why-rebase-to = From the Staging Area to a functional airfield with room, or from an airfield to the Staging Area.
why-rebase-end = Move an air unit first.
why-sea-move-from = A transfer begins in the Staging Area or a functional port; an evacuation on any other coast.
why-sea-move-to = The Staging Area, or a functional port with room.
why-sea-move-unit = A mobile unit at the place of embarkation, three at most, while there is room.
why-sea-move-end = Embark a unit first.
why-airlift-unit = A mobile unit at a functional airfield or in the Staging Area; no Allied tanks.
why-airlift-to = A functional airfield with room, or the Staging Area.
why-drop-unit = An airborne unit in the Staging Area or on a functional airfield.
why-drop-jump = No mountains, no enemy units, and room to stand.
why-drop-attack-strike = Only an enemy next to the unit that has landed.
why-invade-from = Invaders gather in the Staging Area or in one functional port.
why-invade-beach = Open coast, or a port, coastal city or town, on the Mediterranean or the Tyrrhenian Sea; one Amphib for each.
why-invade-load = Mobile units of one contingent at the start, three to an Amphib, while there is room on the beach.
why-invade-full = Load a unit first; if the Amphibs differ, say which one sails.
why-invade-sail = Load a unit first; then an Amphib from the Staging Area with room for all, unless there is nothing to choose.
why-invade-launch = Plan a landing first, and finish the one begun.
why-ashore-fight = Choose one of the beaches still to be taken.
why-set-garrisons-at = A city, port or airfield of the regions the scenario names, one Garrison each.
why-set-air-at = The Staging Area, a functional airfield with room in the regions named, or the track if the scenario asks for it.
why-act-move = None of your units on the map can move.
why-act-attack = None of your units stands next to an enemy it could attack.
why-act-reinforce = Nothing waits in your Reinforcement Display that may be recruited now.
why-act-garrison = A Garrison needs a city, port or airfield with a mobile unit of yours and none there yet.
why-act-demobilise = You have no Garrison on the map.
why-act-regroup = No reduced unit of yours with a Line of Communication, and none in the Staging Area.
why-act-transfer = Nothing to transfer between functional ports and the Staging Area.
why-act-evacuate = Nobody to evacuate from a coast, or nowhere to take them.
why-act-interdict = Already in effect, already tried this turn, or not for your side.
why-act-invade = An invasion needs an Amphib and units in the Staging Area or a port, and a beach that is open to you.
why-act-rebase = No air unit has another base to go to.
why-act-bombard = No enemy Garrison lies within range of your air units.
why-act-airlift = Nobody to fly between functional airfields and the Staging Area.
why-act-fortify = Three a turn, and only where a unit of yours with a Line of Communication stands.
why-act-march = Strategic movement is an optional rule; it needs a unit in supply, on a road, away from the enemy.
why-act-declare = Open cities are an optional rule of the Axis.
why-act-drop = A drop needs an airborne unit in the Staging Area or on a functional airfield.
why-not-yours = { $unit } is not yours.
why-mainland-closed = The mainland is closed to Allied ground units until Italy surrenders.
why-adriatic = No landings on the Adriatic.
why-enemy-there = An enemy stands there.
why-march-staging-allied = Allied units reach the map from the Staging Area, and leave it, by sea and air only.
why-march-staging-axis = The Axis Staging Area is entered from the north edge of the mainland, for one Movement Point.
why-march-there = The unit is there.
why-march-full = No room: { $n } mobile units stand there, and none of the group makes way.
why-march-mountain = Mechanized units enter mountains along a road only; or it is too far.
why-march-far = Too far for { $n } Movement Points, or an enemy zone of control is in the way.
why-retreat-staging-allied = Allied units do not retreat into their Staging Area.
why-retreat-staging-axis = Only from the north edge of the mainland.
why-set-units-full = No room: { $n } mobile units stand there.
why-set-units-at = Not in the regions the scenario gives this unit, or too many German units on the islands.
why-act-points = It costs { $n ->
    [one] one Action Point
   *[other] { $n } Action Points
 }; you have { $have }.
why-act-cut-off = The Allied navies have cut the sea routes of the Axis.

## What happened

event-ap = { $side }: { $n }, { $now } left ({ $why })
event-eliminated = { $who } is eliminated: { $fate }
event-step = { $who } loses a step
event-move = { $p0 } moves from { $s0 } to { $s1 }
event-cas = { $p0 } supports the attack on { $s0 }
event-support = { $p0 } supports at { $s0 }
event-combat = Combat at { $where }: { $plain } ({ $percent } percent, column { $column }: { $result })
event-tire = { $p0 } rolls to stay in the line
event-retreat = { $p0 } retreats from { $s0 } to { $s1 }
event-pursue = { $p0 } pursues to { $s1 }
event-interception = Interception over { $where }: { $plain } (difference { $difference }: { $result })
event-mission = { $p0 } { $fate }
event-bombardment = Bombardment of { $where }: { $plain } (column { $column }: { $result })
event-rebase = { $p0 } rebases from { $s0 } to { $s1 }
event-sail = { $p0 } sails from { $s0 } to { $s1 }
event-fly = { $p0 } is flown from { $s0 } to { $s1 }
event-drop = { $p0 } drops at { $s0 }, { $result }: { $plain }
event-land = { $p0 } lands at { $s0 }
event-pass = { $side }: pass
event-recruit = { $side }: { $who }
event-interdict = Naval interdiction { $result }: { $plain }
event-end = { $level }: { $reason }
event-arrive = { $p0 } arrives at { $s0 }
event-garrison = A Garrison at { $s0 }
event-demobilise = The Garrison of { $s0 } is demobilised
event-regroup = Regrouped: { $who }
event-fortify = A fortification at { $s0 }
event-open_city = { $s0 } is declared an open city
event-initiative = Initiative: { $side }
event-turn = Turn { $n }: { $month }
event-income = { $side }: { $n ->
    [one] one more Action Point
   *[other] { $n } more Action Points
 }, { $now } in all
event-event = { $side } event: { $title }
event-withdraw = { $p0 } is withdrawn
event-surrender = Italy surrenders
event-achse = Operation Achse, { $result }: { $plain }
event-air_offensive = The Allied air offensive strikes { $n ->
    [one] one Garrison
   *[other] { $n } Garrisons
 }
event-start_ap = { $side }: { $now ->
    [one] one Action Point
   *[other] { $now } Action Points
 } to begin with
event-setup = { $p0 } sets up at { $s0 }
name-garrison = the Garrison of { $where }
name-garrison-first = The Garrison of { $where }
list-more = { $before }, { $name }
points-change = { $signed } { $n ->
    [one] Action Point
   *[other] Action Points
 }
points-interception = interception
points-gunfire = naval gunfire
points-bombardment = bombardment
points-open-city = bombs on an open city
points-objective-taken = a major Objective taken
points-objective-held = a major Objective held
fate-rebuilt = may be built again
fate-never = never comes back
fate-back = comes back on turn { $turn }
fate-late = comes too late to matter
fate-rests = rests a turn
fate-ready = is ready again
recruit-exact = { $n ->
    [one] { $n } reinforcement
   *[other] { $n } reinforcements
 }
recruit-up_to = up to { $n ->
    [one] { $n } reinforcement
   *[other] { $n } reinforcements
 }
card-again = nothing happens
card-armor_withdrawal = Armour Withdrawal
card-balkans = Balkans Intrigue
card-allied_dispute = Command Dispute
card-allied_accelerated = Accelerated Reinforcement
card-shaef = SHAEF Support
card-morale = Morale
card-unit_withdrawal = Unit Withdrawal
card-reich = Defence of the Reich
card-axis_dispute = Command Dispute
card-axis_accelerated = Accelerated Reinforcement
card-ob_sudwest = OB Sudwest
card-okw = OKW Support

## The end

level-draw = Draw
level-marginal = Marginal victory
level-operational = Operational victory
level-strategic = Strategic victory
end-no-foothold = the Allies hold no foothold
end-axis-mainland = the Axis holds every Objective of the mainland
end-allied-mainland = the Allies hold every Objective of the mainland
end-nobody-mainland = neither side holds the whole mainland
end-axis-lost = the Axis has lost a part of the mainland
end-allied-short = the Allies have not taken the mainland
end-every-objective = Allied units stand on every Objective
end-points = { $allied } victory points of the Allies to { $axis } of the Axis

## What changes a roll

odds-further = For the next column ({ $column }): { $n ->
    [one] 1 strength point
   *[other] { $n } strength points
} more{ $air ->
    [yes] { " or one air unit" }
   *[no] { "" }
}.

modifier-open = open
modifier-rough = rough
modifier-mountain = mountain
modifier-volcano = volcano
modifier-city = city
modifier-town = town
modifier-landing = landing
modifier-river = river
modifier-fortification = fortification
modifier-naval-gunfire = naval gunfire
modifier-mountain-troops = mountain troops
modifier-mechanized = mechanized
modifier-concentric = concentric
modifier-concentric-by = concentric ({ $how })
ring-closed = the ring is closed by { $who }{ $more ->
    [0] { "" }
   *[other] , { $more } more
 }
ring-zones = zones of control close the ring
ring-attackers-and-sea = attackers and sea all round
ring-attackers = attackers all round
modifier-close-air-support = close air support
modifier-flak = flak
modifier-defenders-out-of-supply = defenders out of supply
modifier-enemy-zone = enemy zone of control
modifier-rough-or-city = rough or city
modifier-flak-adjacent = flak next to it
modifier-friends-near = friends near
modifier-from-airfield = from an airfield
modifier-axis-drop = Axis drop
modifier-staging-area = Staging Area
modifier-objectives = Objectives with a Garrison
modifier-achse-places = German units in Roma, Napoli and Foggia
modifier-commandos = commandos

## Results

result-AE = All attackers are eliminated.
result-AD = Every attacker loses a step, and they retreat two hexes.
result-AA = One attacker loses a step.
result-AW = The attackers retreat one hex.
result-BA = One attacker and one defender lose a step each.
result-DW = The defenders retreat one hex.
result-DD = Every defender loses a step, and they retreat two hexes.
result-DE = All defenders are eliminated.
result-bombardment-A1 = One bomber is lost.
result-bombardment-0 = No effect.
result-bombardment-DR = The bombed side loses one Action Point.
result-bombardment-E1 = The Garrison loses a step and its side one Action Point; then one bomber is lost.
result-bombardment-D1 = The Garrison loses a step, and its side one Action Point.
result-bombardment-D2 = The Garrison is gone, and its side loses two Action Points.
result-interception-A1 = One interceptor is lost.
result-interception-0 = No effect.
result-interception-DR = One aircraft of the mission must rest a turn.
result-interception-E1 = One aircraft of the mission is lost, then one interceptor.
result-interception-D1 = One aircraft of the mission is lost.
result-interception-D2 = One aircraft of the mission is lost, another must rest a turn.
result-drop-disaster = The unit loses two steps and may not attack.
    .word = disaster
result-drop-scattered = The unit loses a step and may not attack.
    .word = scattered
result-drop-dispersed = The unit lands whole and may attack.
    .word = dispersed
result-drop-on-target = The unit lands whole and may attack.
    .word = on target
result-interdict-in-effect = The Axis may no longer transfer or evacuate by sea.
    .word = in effect
result-interdict-failed = The sea routes of the Axis stay open this turn.
    .word = failed
result-achse-failure = The Germans fail to disarm the Italians.
    .word = failure
result-achse-moderate-success = The Germans disarm some of the Italians.
    .word = moderate success
result-achse-total-success = The Germans disarm nearly all Italians.
    .word = total success

## Board, tracks and counters

board-title = Italy
space-hex = { $name }, { $ground }
space-turn = { $name }, { $month }
legend-fort = Fortification
legend-open-city = Open city
legend-cost = { $verb }: { $n } AP
legend-cost-axis = { $verb }, Axis: { $n } AP
price-points = { $n ->
    [one] Action Point
   *[other] Action Points
 }
track-turn = Turn
track-side-AX = Axis
track-side-AL = Allied
track-ap = { $side } AP
track-vp = { $side } VP
track-last-turn = The last turn: what is left is lost
track-income = Next turn { $base } + { $n } { $n ->
    [one] Garrison
   *[other] Garrisons
 } + a die: { $least } to { $most } [{ $rule }]
track-verdict = If it ended now
track-verdict-reason = { $level }, { $reason } [{ $rule }]
track-verdict-level = { $level } [3.3c]
track-verdict-next = { $level } [3.3c]; the next level needs a lead of { $need }
mark-reduced = Reduced: one step left
mark-elite = Elite: may ignore retreats and pursue two hexes
mark-flak = Flak: stops one air unit
fact-strength = Strength { $full }{ $steps ->
    [one] { "" }
   *[other] , reduced { $reduced }
 }
fact-movement = Movement { $n }
fact-air = Air combat { $air }, bombardment { $bomb }, range { $any ->
    [yes] any
   *[no] { $far }
 }
fact-support = Support { $attack } in attack, { $defence } in defence
fact-garrison = Garrison

## Layers

layer-zoc = Zones of control
    .help = Hexes in the zone of control of the Axis, of the Allies, and of both.
layer-supply = Supply
    .help = Sources and units without a line; point at a unit to see its line.
layer-air = Air range
    .help = What air units reach; point at one to see its own range.
layer-cover = Air cover
    .help = Point at a hex: which air units of both sides reach it, and from where.
layer-control = Control and points
    .help = Who holds what, and what each Objective is worth.
layer-zoc-note = { $axis ->
    [one] one hex
   *[other] { $axis } hexes
 } in an Axis zone, { $allied } in an Allied one, { $both } in both.
layer-no-line = no line
layer-cut-off = { $who } has no Line of Communication: it moves and attacks alone [12.5a].
layer-hexes = { $n ->
    [one] one hex
   *[other] { $n } hexes
 }
layer-source = source
layer-on-source = { $who } stands on a source [12.3c].
layer-line = { $who } draws on { $where }: { $n } of { $limit } hexes { $road ->
    [yes] by road and open ground [12.2a]
   *[no] across country, half its movement factor [12.2c]
 }.{ $more ->
    [0] { "" }
    [one] { " " }One more source in reach.
   *[other] { " " }{ $more } more sources in reach.
 }
layer-all-cut = cut off
layer-some-cut = { $n } cut
layer-blocked = blocked
layer-supply-note = { $n ->
    [0] No units are
    [one] One unit is
   *[other] { $n } units are
 } out of supply [12.2]; hatched hexes are sources [12.4].
layer-air-note = Air units of limited range [20.3]; others reach every hex (Axis { $axis }, Allies { $allies }).
layer-range = { $who } reaches { $how ->
    [coast] only over the coast [24.4]
    [everywhere] everywhere
   *[hexes] { $n } hexes [20.3a]
 } from { $base }.
layer-point-at-hex = Point at a hex.
layer-cover-note = Air units that reach { $where }: Axis { $axis }, Allies { $allies } [20.3].
layer-worth = { $n } VP
layer-control-note = Axis { $axis }, Allies { $allies } victory points [3.3a]; { $free } lie free.
layer-islands = Italy surrenders when the Allies hold all Objectives of an island: { $islands } [27.1.SR3].
layer-sicily = Sicily { $n } of { $all }
layer-sardinia = Sardinia { $n } of { $all }

## What a choice would do

place-box = the { $box }
contingent-German = German
contingent-Italian = Italian
contingent-US = US
contingent-Commonwealth = Commonwealth
ground-edge = over the edge of the map
ground-road = { $n } by road
ground-open = { $n } open
ground-rough = { $n } rough
ground-mountain = { $n } mountain
ground-volcano = { $n } volcano
ground-river = { $n ->
    [one] across a river
   *[other] across { $n } rivers
 }
ground-strait = across the Strait
preview-cost = { $paid ->
    [yes] { $cost } of { $all } Movement Points
   *[no] The one hex that is always allowed
 }
preview-march = { preview-cost }: { $ground }.{ $zone ->
    [yes] { " " }Ends in an enemy zone of control.
   *[no] { "" }
 }{ $line ->
    [no] { " " }No Line of Communication from there.
   *[yes] { "" }
 }
preview-by-road = { $n ->
    [one] one hex by road
   *[other] { $n } hexes by road
 }
preview-strategic = { $n ->
    [one] One hex by road
   *[other] { $n } hexes by road
 }, clear of the enemy.
preview-reach = { $n ->
    [one] one Movement Point
   *[other] { $n } Movement Points
 }: { $places ->
    [one] one place
   *[other] { $places } places
 } in reach.
preview-alone-unfed = Without a Line of Communication it moves alone.
preview-group = Sets { $n } { $who } { $n ->
    [one] unit
   *[other] units
 } in motion, supplied from { $places }.
preview-off-map = No step lost: it leaves the map.
preview-no-loss = no loss
preview-loss = { $dies ->
    [yes] { $unit } is eliminated
   *[no] { $n ->
    [0] no step lost
    [one] one step lost
   *[other] { $n } steps lost
 }
 }
preview-retreat = { $dies ->
    [yes] { $unit } is eliminated
   *[no] { $n ->
    [0] No step lost
    [one] One step lost
   *[other] { $n } steps lost
 }
 } on this way{ $zone ->
    [yes] : the hex lies in an enemy zone of control
   *[no] { "" }
 }{ $later ->
    [yes] { " " }at best, counting the hexes after it
   *[no] { "" }
 }.
preview-falls-back = { $far ->
    [one] One hex
   *[other] { $far } hexes
 } back: { preview-loss } on the best way.
preview-pursuit = { $unit } enters { $place }{ $line ->
    [no] : no Line of Communication from there
   *[yes] { "" }
 }.{ $zone ->
    [yes] { " " }It lies in an enemy zone of control.
   *[no] { "" }
 }
preview-could-land = { $n ->
    [one] One unit
   *[other] { $n } units
 } could land from here.
preview-could-embark = { $n ->
    [one] One unit
   *[other] { $n } units
 } could embark; { $left } may sail.
preview-room = Room for { $room } of { $left }.
preview-ships = { $left ->
    [one] One place
   *[other] { $left } places
 } left on the ships.
preview-airlift = One unit is flown there.
preview-drop = It lands whole with { CHANCE($safe) }.
preview-beach = Uses an Amphib for up to { $room } units ({ $returns ->
    [yes] back on turn { $turn }
   *[no] not back in this game
 }). { $opposed ->
    [yes] Opposed by { $n ->
    [one] one unit
   *[other] { $n } units
 }, strength { $strength }; landing { $shift }.
   *[no] Nobody opposes it.
 }
preview-base = From there it reaches { $everywhere ->
    [yes] everywhere
   *[no] { $far } hexes around
 }.{ $field ->
    [yes] { " " }Room for { $room } there.
   *[no] { "" }
 }
preview-bombard = A Garrison { $weak ->
    [yes] reduced
   *[no] at full strength
 }{ $flak ->
    [yes] , with flak
   *[no] { "" }
 }{ $fort ->
    [yes] , fortified
   *[no] { "" }
 }; { $n ->
    [one] one air unit
   *[other] { $n } air units
 } in range, { $most } may fly.
preview-interception = Difference { $difference }: the mission loses an aircraft with { CHANCE($win) }.
preview-combat = { $attack } against { $defence }, column { $column }{ $any ->
    [yes] { " " }after { $shifted }
   *[no] { "" }
 }
preview-up-to = Up to { $n ->
    [one] one attacker
   *[other] { $n } attackers
 }: { $percent } %, { $odds }. Cleared whatever the defender does: { CHANCE($win) }.
preview-with-it = With it: { $percent } %, { $odds }. Cleared whatever the defender does: { CHANCE($win) }.
preview-alone = Defending alone: { $percent } %, { $odds }. Cleared whatever the defender does: { CHANCE($win) }.
preview-unit-alone = The unit alone: { $percent } %, { $odds }. Cleared whatever the defender does: { CHANCE($win) }.
preview-landing = The landing: { $percent } %, { $odds }. Cleared whatever the defender does: { CHANCE($win) }.

## The battle board

track-attack = Attack on { $where }
stage-attack = Attack
stage-support = Support
stage-may-join = May join
stage-defend = Defend
stage-points = { $n ->
    [one] one point
   *[other] { $n } points
 }
stage-odds = { $percent } %: { $odds }. Cleared whatever the defender does: { CHANCE($win) }.
stage-nobody = Nobody has joined yet.

## What the adviser says

script-historical = Historical set-up
idea-plain = nothing speaks against it
idea-with-the-others = stays with the others, not alone ahead
idea-best-odds = the best odds
idea-adds = adds to the attack
idea-strong-enough = strong enough
idea-enough = strong enough as it stands
idea-free-column = one column better, at no cost
idea-free-columns = better columns, at no cost
idea-paid-column = one column better for a point
idea-as-it-is = more would change little
idea-strongest = the strongest
idea-holds = holds
idea-saves-itself = saves itself
idea-best-first = the best first
idea-stay-in-line = stay in line
idea-takes-ground = takes the ground
idea-has-most-to-gain = has most to gain
idea-in-place = everybody stands well already
idea-good-odds = good odds
idea-can-do-better-elsewhere = can do better elsewhere
idea-off-the-map = off the map
idea-the-best-place = the best place
idea-where-the-troops-are = where the troops are
idea-a-good-beach = a good beach
idea-enough-for-an-empty-beach = enough for an empty beach
idea-the-strongest-first = the strongest first
idea-ready = as many as it takes
idea-comes-back-with-its-own = comes back with its own
idea-go = all that helps is on board
idea-troops-with-nothing-to-do = troops with nothing to do
idea-where-they-are-needed = where they are needed
idea-hurts-most = hurts most
idea-the-heaviest-load = the heaviest load
idea-guides-the-bombs = guides the bombs
idea-well-based = well based
idea-could-do-more-from-there = could do more from there
idea-nearer-to-the-fighting = nearer to the fighting
idea-worth-holding = worth holding
idea-safe = safe
idea-near-the-front = near the front
idea-as-in-history = as in history
idea-act-pass = keeps the points
idea-act-move = better places, or an attack after the march
idea-act-attack = good odds next door
idea-act-reinforce = units wait to come
idea-act-garrison = a place that pays and feeds
idea-act-demobilise = frees a Garrison
idea-act-regroup = reduced units become whole
idea-act-transfer = troops where they are needed
idea-act-evacuate = saves who is cut off
idea-act-interdict = cuts the sea routes of the Axis
idea-act-invade = a good beach
idea-act-drop = behind the lines
idea-act-rebase = nearer to the fighting
idea-act-bombard = hurts a Garrison
idea-act-airlift = troops where they are needed
idea-act-fortify = holds what is worth holding
idea-act-march = a long way by road
idea-act-declare = spares a city

## The lesson

lesson-title = The road to Napoli
lesson-intro = October 1943. You command the Allies: an armoured division in the port of Salerno, an infantry division on Vesuvio, and two Action Points to spend. A flak regiment holds Napoli. Places are victory points, and a place with a Garrison pays more Action Points every month. The two sides take turns: one Action each, until both pass.
lesson-outro = You have seen a month: Actions in turn, a march that ends in an attack, odds, retreat, pursuit, a Garrison, and new points. The full game adds landings from the sea, air power, reinforcements, supply to look after, and the mountains that Kesselring counts on.
lesson-1 = It is your segment: choose an Action. The numbers are prices in Action Points. Take Move, which also lets the units that march make one attack.
lesson-1-then = One point is paid, one is left.
lesson-2 = Pick 1 Arm. The unit you choose says who marches: all of its contingent that draw supply from the same place, here the port of Salerno.
lesson-2-then = Both American divisions may move now, one after the other, in any order.
lesson-3 = Move 1 Arm first. 45 Inf stands beside Napoli already and can stay where it is.
lesson-3-then = Every hex it can reach glows.
lesson-4 = Why not drive straight into Napoli? Point at hex 2917 and read the answer. Anything you may not choose explains itself this way.
lesson-4-then = Enemy units bar the way. They have to be thrown out by an attack from the next hex.
lesson-5 = Go to hex 3018, the plain east of the city. Next to the enemy you are in a zone of control: there a march ends.
lesson-5-then = In position. The march could end here, or become an attack.
lesson-6 = Attack Napoli: choose hex 2917. This attack belongs to the move and costs nothing more.
lesson-7 = Let 1 Arm join the attack: strength 9 against 2 makes 450 percent. 45 Inf may stay out; whoever does not attack risks nothing.
lesson-7-then = The city takes a column from you, and you win it back because the defenders are cut off from supply.
lesson-8 = Look at the chances below, then attack. Four faces of the die drive the defenders out or destroy them; two would hurt your tanks.
lesson-8-then = Before the die falls the defender may call for help.
lesson-9 = The defender has nothing to support the regiment with, and stands. A five: the regiment loses a step and must retreat two hexes.
lesson-10 = The loser chooses the way back. The regiment falls back along the coast to Gaeta, where no unit of yours controls the road.
lesson-11 = The second hex takes it to Terracina. It is shaken but not lost.
lesson-12 = The city is empty. Pursue with 1 Arm: only who stands in a place holds it.
lesson-12-then = Napoli is yours, and with it a victory point. Your segment is over.
lesson-13 = Now the Axis could act, but it keeps its last point and passes. Only two passes in a row end the phase, so you may go on.
lesson-14 = Spend your last point on a Garrison. In Napoli it opens the port, stays when the tanks drive on, and pays a point every month.
lesson-14-then = A Garrison stands in Napoli. You have no points left, so you can only pass from now on.
lesson-15 = The Axis passes as well: the Action Phase is over and November begins. Both sides drew an event and got new points. You have 18 now: four by your event, six by the die, six from your base, two from Garrisons.

## What a position set up by hand cannot be

check-action-points-out-range = Action Points are out of range
check-air-unit-without-airfield = an air unit without an airfield
check-too-early-on-mainland = Allied units on the mainland before the surrender
check-belongs-into-staging = { $unit } belongs into the Staging Area, not on the map
check-both-sides-in-hex = both sides stand in one hex
check-counter-enemy-box = a counter in the enemy's box
check-fortification-without-unit = a fortification without a unit
check-no-garrison-here = a Garrison where none may be
check-on-enemy-track = { $unit } lies on the enemy's turn track
check-no-room-on-airfield = { $unit } has no room on its airfield
check-nowhere = { $unit } is nowhere
check-share-hex = { $unit } and { $other } share a hex
check-stands-sea = { $unit } stands in the sea
check-two-garrisons-one-hex = two Garrisons in one hex
check-unit-one-step-reduced = a unit of one step is reduced

## Why it is advised: what is gained and what is risked

reason-clears = { CHANCE($chance) } to clear the hex
reason-adds = adds { $n }
reason-history = as in history
reason-unopposed = no enemy beside it
reason-defenders = { $n } strength defends it
reason-objective = an Objective of { $n ->
    [one] one point
   *[other] { $n } points
 }
reason-port = a port
reason-airfield = an airfield
reason-joins = { $n } of our own strength there
reason-beside-enemy = beside the enemy, { $n } strength within two hexes
reason-enemy-near = { $n } enemy strength within two hexes
reason-terrain = { $terrain } ground
reason-quiet = nobody near
reason-from-goal = on the way to { $place }, { $n ->
    [one] one hex
   *[other] { $n } hexes
 }
reason-strength = strength { $n }
reason-reduced = reduced, strength { $n }
reason-bombs = bombs { $n }
reason-unit = with { $unit }
reason-at = in { $place }

## Setting up: how many are left

track-garrisons-left = Garrisons to place
track-units-left = Units to place
track-air-left = Air units to place

## Questions that orders may answer

question-spread = step out of a crowded hex
question-withdraw = who is withdrawn
question-demoralised = which garrison loses a step
question-lose = who takes a loss
question-air-loss = which air unit loses its field
question-support = support for my attack
question-stand = support for my defence
question-retreat-stack = who falls back first
question-steadfast = stay or fall back
question-retreat = where to fall back
question-pursuit = enter the hex that was won
question-exploit = go on after a victory
question-intercept = intercept a mission
question-air-casualty = which air unit falls or rests
question-landing = where an air unit lands

## Types of pieces in a report

type-IT = Italian
type-DE = German
type-US = American
type-UK = British
type-CA = Canadian
type-FR = French
type-IN = Indian
type-NZ = New Zealand
type-PL = Polish
type-ZA = South African
type-allied = Allied
type-axis = Axis
