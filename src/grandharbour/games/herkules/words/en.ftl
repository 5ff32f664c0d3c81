# Operation Herkules: every sentence of the game.

game-title = Operation Herkules
game-blurb = The invasion of Malta that never came, half a day to a turn. Seven days to take airfields, harbours and Valletta from the air and over the beaches, against coastal guns, radar and a garrison in bunkers; every attack eats supply, and in the middle of it all Pedestal arrives.

side-AX = Axis
    .name = The Axis
side-BR = British
    .name = The British
nation-DE = German
nation-IT = Italian
nation-UK = British

## Scenarios

scenario-1942 = Operation Herkules, 1942
    .blurb = The summer of 1942: two years of siege are to end in a week. A German and an Italian parachute division, an air-landing division, four more for beaches and ports and the fleet stand ready across the channel; Malta has four thin brigades, a bunker in every parish and sixteen coastal guns, and waits for the Pedestal convoy on the fourth evening. The Axis moves first for four days and must turn them into airfields and a harbour; then the side with more stores ashore sets the pace.
scenario-1942-revised = Operation Herkules, 1942, fewer pieces
    .blurb = The same week with about half the pieces, the ones that lie in the printed box. Formations shrink, the fleets do not, so transports are plenty and every infantryman counts. It is the shorter game of the two and the better one to learn with.
scenario-1940 = The Italian landing, 1940
    .blurb = June to autumn of 1940, the chance that Italy let pass: no Germans, no paratroops, no minefields, half the fleets, and on the other side half the bunkers and three brigades without tanks. Everything must come over the beaches or through a captured port. The relief convoy arrives on the third evening, and after that the Axis is no longer sure of the first move.

## Options

option-toulon = Toulon fleet
    .help = 1942, if both agree: the ships at Toulon join the Axis on turn 6.
option-goering = Hermann Göring
    .help = 1942, if both agree: a German mechanised brigade.
option-taranto = Battleships of Taranto
    .help = 1942, if both agree: two more Italian battleships.
option-aquila = Carrier Aquila
    .help = 1942, if both agree: an Italian carrier with two aircraft.
option-attacker = The attacker
    .help = Who rolls attack numbers in a combat.
    .initiative = The side with the initiative
    .entering = Whoever came; if both or nobody, the initiative
option-contested_scores = Contested objectives
    .help = Who scores a territory in which both sides stand.
    .none = Nobody
    .axis = The Axis
    .british = The British
option-free_intercept = Interception without supply
    .help = British aircraft may defend any British place without a marker.
option-radar_ban = Blind without radar
    .help = Moving second without radar, the British may not follow where the Axis went.
option-sneak_is_only_shot = One shot for submarines
    .help = A submarine that sneaked is silent in the sea combat.
option-landing_needs_clear_zone = Clear zones for landings
    .help = No landing or port work beside enemy warships.
option-ships_stop_on_contact = Ships stop on contact
    .help = A group stops where it meets enemy warships.
option-port_needs_clear = Ports must be cleared
    .help = The Axis uses a port only when nothing British is left there.
option-wounded_need_friends = Wounded need friends
    .help = Infantry comes back only on friendly ground or where friends stand.
option-dd_lift = Troops in destroyers
    .help = Axis destroyers carry one infantry each.
option-any_airlift = Anybody by air
    .help = Units without a port remark may be landed on airfields too.
option-gibraltar = Bombers at Gibraltar
    .help = Whether the two bombers of turn 7 come on top of those at the start.
    .full = On top
    .split = They are part of them
option-par = Par
    .help = The side that advisers lose with begins with the points that make their games even.

## Choices

verb-at = At
verb-again = Roll again
verb-mine = Minefield in
verb-german = German
verb-italian = Italian
verb-stow = Load
verb-expend = Expend a marker
    .help = All your units on the islands may attack this turn.
verb-repair = Repair
    .help = One marker repairs all damage of an airfield or port.
verb-from = From
verb-unit = Choose
verb-stack = Take all from
verb-count = How many
verb-to = To
verb-done = Done
verb-assault = Assault load
    .help = One unit in each transport, to land on a beach.
verb-freight = Port load
    .help = Two units in each transport, to be unloaded in a port.
verb-destroyers = Troops in destroyers
    .help = One infantry in each, to land on a beach.
verb-provisions = Load supply
    .help = Two supply markers in the next empty transport.
verb-embark = Take aboard
verb-into = Load next
    .help = The next unit goes aboard this ship.
verb-enough = Enough
verb-ready = Ready to sail
verb-sail = Sail to
verb-lead = Choose the way
    .help = Where one way meets other mines, guns or submarines than another.
verb-by = By
verb-reload = Go off the map
    .help = To be loaded there and come back in a later turn.
verb-recall = Empty transports reload
    .help = All empty transports go off the map.
verb-sweep = Sweep mines
    .help = Three turns running; the mines roll first each time.
verb-salvo = All fire
    .go = All fire at
verb-fire = Fire with
verb-hold = Hold fire
verb-hit = Hit
verb-lose = Lose
verb-usual = As usual
    .help = All that is left to choose, the way most players would.
verb-lift = Air lift
    .help = Up to seven units, or one supply marker, by transport aircraft.
verb-drop = Lift to
verb-jump = Lift
verb-supplies = A supply marker
verb-commit = Commit
verb-everyone = Everybody
    .go = Everybody fights at
verb-troops = Troops and aircraft
    .go = Troops and aircraft fight at
verb-engage = No more
    .go = Begin the fight at
verb-fight = Fight at
verb-rest = The rest in order
verb-unload = Unload
verb-board = Take aboard
verb-convert = Ready for an assault
verb-hunt = At tanks alone
verb-withdraw = Back aboard
verb-stay = Stay ashore
verb-home = Back to their bases

## Phases

phase-initiative = Initiative
phase-new-axis = New units
phase-new-british = New units
phase-pedestal = New units
phase-toulon = New units
phase-supply-first = Supply
phase-supply-second = Supply
phase-naval-first = Naval move
phase-naval-second = Naval move
phase-naval-redirect = Naval move
phase-sweep = Naval move
phase-air-first = Air move
phase-air-second = Air move
phase-air-redirect = Air move
phase-land-first = Land move
phase-land-second = Land move
phase-air-combat = Air combat
phase-bombing-first = Bombing
phase-bombing-second = Bombing
phase-airborne = Airborne landing
phase-sea-combat = Sea combat
phase-landing-first = Landings
phase-landing-second = Landings
phase-land-combat = Land combat
phase-strikes = Land combat
phase-regroup-first = Regroup
phase-regroup-second = Regroup
phase-aircraft-first = Aircraft land
phase-aircraft-second = Aircraft land
phase-wounded-de = Wounded
phase-wounded-it = Wounded
phase-wounded-uk = Wounded
phase-end = End of turn
phase-units = Setting up
phase-fleet = Setting up
phase-mines = Setting up
phase-ready = Setting up
phase-attack = New units
phase-cargo = New units
phase-arrival = New units
phase-loading = New units
phase-enter = Sailing
phase-minefield = Mines
phase-guns = Coastal guns
phase-lurkers = Submarines in wait
phase-hunters = Submarines of the group
phase-on = Sailing
phase-attacker = Who fights
phase-defender = Who answers
phase-dice = Dice and losses
phase-attacking-guns = Anti-tank fire
phase-defending-guns = Anti-tank fire
phase-withdrawal = Withdrawal
phase-start = Start of a turn
phase-over = The game has ended

## placing

ask-set-units = Where does { $about } set up?
why-set-units-two-aircraft-already = Two aircraft already stand on this airfield.
why-set-units-aircraft-malta-placed = Aircraft of Malta are placed on its airfields.
why-set-units-last-headquarters-must = The last of a headquarters must stand at its home, if nobody else of it does.
why-set-units-ground-units-placed = Ground units are placed in territories.
why-set-fleet-at = The group may start only in the zones its chart names.
ask-set-fleet = Where does the carrier group start?
ask-roll-for-mines = A tie: roll again for the minefields
why-lay-mines-mine = A sea zone without a minefield.
ask-lay-mines = Where do you lay a minefield? ({ $left } left)

## events

why-reinforce = There are no Germans in 1940.
why-stow-stow = Only a unit or aircraft of the convoy that is not aboard yet; aircraft on decks, units in transports.
why-stow-provisions = Markers fill an empty transport of the convoy, as long as there are any.
ask-stow = What does { $ship } carry?

## supply

why-supply-expend = One marker a turn is all a side needs, and it must lie on the islands.
why-supply-from = No marker of yours lies there.
why-supply-done = Say first which marker is used.
why-supply-only-damaged-airfield = Only a damaged airfield or port that you can use, one marker each.

## muster

ask-muster = Choose who moves
ask-muster-to = Where does the group go?
ask-muster-many-like = How many like { $kin }?
why-muster-choose-kind-unit = Choose a kind of unit first.
why-muster-so-many-kind = There are not so many of this kind here that may join.
why-muster-group-was-chosen = The group that was chosen must go somewhere first.
why-muster-choose-goes-first = Choose who goes first.
why-muster-say-first-many = Say first how many of the kind join.
why-muster-several-units-could = There are not several units there that could all go together.

## naval

why-loading-assault = It needs an empty transport off the map and a unit that may land on a beach.
why-loading-freight = It needs an empty ship off the map and a unit for it that may come through a port.
why-loading-destroyers = It needs an empty destroyer off the map and infantry that may come by sea.
why-loading-provisions = It needs an empty transport off the map; the ships from Toulon bring units only.
why-loading-into = An empty ship off the map, or one loaded for a port with room, and once before somebody goes aboard; like ships are taken in order.
why-loading-embark = Only units off the map whose headquarters may come this way and on this turn.
why-loading-enough = Take somebody aboard first; the ships from Toulon sail full.
why-loading-ready = Finish this way of loading first; the ships from Toulon sail full.
ask-loading = How are the waiting ships loaded?
ask-loading-goes-aboard = Who goes aboard { $about }?
why-loading-may-loaded-before = { $unit } may not be loaded before turn { $turn }.
why-loading-comes-by-air = { $unit } comes by air.
why-loading-comes-only-through = { $unit } comes only through a port.
ask-naval = Choose ships that sail
ask-naval-to = Where does the group sail?
ask-naval-by-zone = By which zone does the group go?
ask-naval-by-group = By { $path }: where does the group sail?
why-naval-gone-off-map = { $unit } has gone off the map this turn and comes back in a later one.
why-naval-here-yet = { $unit } is not here yet.
why-naval-group-starts-one = A group starts from one zone.
why-naval-sweeping-mines = { $unit } is sweeping mines.
why-naval-sailed-turn = { $unit } has sailed this turn.
why-naval-only-axis-transports = Only Axis transports and destroyers at sea that have not moved go off the map to reload.
why-naval-zone-next-group = A zone next to the group, by which it can sail on; asked only where one way meets other dice than another.
why-naval-every-way-group = Every way that the group could take meets the same dice.
why-naval-group-its-way = The group is on its way: say where it sails.
why-naval-sweeping-takes-two = Sweeping takes two destroyers over an enemy minefield that have not moved.
why-naval-without-naval-radar = Without naval radar you cannot follow the Axis there this turn.
why-naval-ships-sail-sea = Ships sail from sea zone to sea zone.
why-naval-farther-than-slowest = That is farther than the slowest ship of the group can sail.
ask-redirect = Radar: choose ships that are redirected
ask-redirect-to = Where does the group sail?
why-react-fire = Only a gun or submarine that bears on these ships and has not fired this turn.

## air

ask-air = Choose aircraft
ask-air-to = Where do they fly?
why-air-here-yet = { $unit } is not here yet.
why-air-flown-today = { $unit } has flown today.
why-air-its-mission-turn = { $unit } has its mission for this turn.
why-air-nobody-takes-off = Nobody takes off from a ruined airfield.
why-air-no-more-than = No more than two aircraft take off from one airfield.
why-air-flight-deck-shut = The flight deck is shut.
why-air-no-supply-no = { $unit } has no supply and no other quiet base to go to.
why-air-missions-go-territories = Missions go to territories and sea zones.
why-air-aircraft-islands-without = Aircraft of the islands without supply only change to a base with no enemy about.
why-air-already-defend-place = They are there already, and defend the place.
why-air-without-air-radar = Without air radar you cannot follow the Axis there this turn.
why-air-axis-lift-turn = The Axis lift of this turn is used up, or nobody waits for it.
ask-redirect-air = Radar: choose aircraft that are redirected
ask-redirect-air-to = Where do they fly?
why-redirect-air-redirected = { $unit } has been redirected.
why-lift-drop = Parachutists drop anywhere; others land only on airfields the Axis holds or outnumbers the British on.
why-lift-jump = Seven units a turn, of headquarters that come by air and may come on this turn.
why-lift-count = The lift carries seven units a turn.
why-lift-supplies = A marker takes the whole lift of the turn, and needs an Axis unit on the spot.
why-lift-enough = Choose somebody to lift first.
ask-lift = Where does the lift go?
ask-lift-many-like = How many like { $kin }?
ask-lift-lifted = Who is lifted to { $where }?
why-lift-may-come-before = { $unit } may not come before turn { $turn }.
why-lift-lands-only-airfield = { $unit } lands only on an airfield the Axis holds or outnumbers the British on.
why-lift-come-by-air = { $unit } does not come by air.

## land

ask-land = Choose ground units
ask-land-to = Where do they march?
why-land-ashore = { $unit } is not ashore.
why-land-never-moves = { $unit } never moves.
why-land-lost-track-fights = { $unit } has lost a track: it fights where it stands.
why-land-moved = { $unit } has moved.
why-land-group-starts-one = A group starts from one territory.
why-land-can-reach-no = { $unit } can reach no place without a fight, and has no supply for one.
why-land-ground-units-go = Ground units go to sea only in ships.
why-land-without-marker-beach = Without a marker this beach attacks one territory a turn, and has its target.
why-land-attack-no-supply = That is an attack, and no supply marker has been expended.
why-land-nobody-walks-island = Nobody walks from island to island.
why-land-too-far-enemy = That is too far, or an enemy stands in the way.
ask-second-move = Choose mobile units for a second move
ask-second-move-to = Where do they go?
why-second-move-only-tanks-mechanised = Only tanks, mechanised units and reconnaissance move a second time.
why-second-move-only-just-come = { $unit } has only just come ashore.

## commit

why-commit-at-least-aircraft = At least { $least } aircraft must answer the attacker.
why-commit-no-ships-bear = No ships bear on this territory.
why-commit-committed = { $unit } is committed.
why-commit-cannot-take-part = { $unit } cannot take part in this combat.
why-commit-everybody-can-take = Everybody who can take part is committed.

## airfight

why-spill-lose = The hit falls on an aircraft here that was held back.
why-battles-fight = There is no combat of this kind left to be fought there.
why-sea-battles-fight = There is no combat of this kind left to be fought there.
why-land-battles-fight = There is no combat of this kind left to be fought there.
ask-battles = Which combat is fought next?

## landing

ask-landing = Choose who goes ashore
ask-landing-to = Where do they land?
why-landing-aboard-ship = { $unit } is not aboard a ship.
why-landing-loaded-port-cannot = { $unit } is loaded for a port: it cannot land on a beach.
why-landing-axis-landed-other = The Axis has landed in the other turn of this day.
why-landing-enemy-warships-still = Enemy warships still hold the zone.
why-landing-group-lands-one = A group lands from one zone.
why-landing-off-coast = { $unit } is not off a coast.
why-landing-units-land-territory = Units land in a territory along the zone of their ship.
why-landing-needs-empty-transport = It needs an empty transport in the zone of a port that you can use, with units ashore there.
why-unload-to = A port of this zone that you can use and that has capacity left; for markers also a coast the Axis holds.
ask-unload = Where does { $ship } unload?
why-embark-at = A port of this zone that you can use, with units ashore.
why-embark-board = A unit ashore in the port that has not moved this turn, two at most.
why-embark-convert = Only a British transport with one unit aboard, and that unit alone, is made ready for an assault.
why-embark-enough = Take a unit aboard first.
ask-embark = In which port does { $ship } load?
ask-embark-goes-aboard = Who goes aboard { $ship }?

## landfight

why-tank-fire-so-many-anti = There are not so many anti-tank guns in this combat.
why-withdraw-withdraw = Only a unit that landed here this turn and whose ship still lies off the coast.
ask-withdraw = Does anybody go back aboard at { $place }?

## losses

why-lose-lose = The hit falls on a unit in this battle that can still take one, those engaged first.
why-aim-hit = Only an enemy unit in this battle that can still be hit.

## regroup

ask-land-aircraft = Where do the aircraft land?
ask-land-aircraft-to = Where does the group land?
why-land-aircraft-always-flies-back = { $unit } always flies back to its base off the map.
why-land-aircraft-flown-only-aircraft = { $unit } has not flown; only aircraft without supply change to a carrier with room.
why-land-aircraft-no-base-all = There is no base for all of them.
why-land-aircraft-no-aircraft-land = No aircraft land in a contested territory.
why-land-aircraft-axis-must-held = The Axis must have held the airfield for two turns.
why-land-aircraft-no-open-flight = There is no open flight deck with room.
why-land-aircraft-no-base-yours = That is no base of yours for these aircraft.
why-land-aircraft-group-was-chosen = The group that was chosen must land somewhere first.
why-recover-at = Infantry comes back where its side fought this turn or next to it, by option only among friends.


## ideas

idea-usual = the usual
idea-set-up-quick = the set-up for quick play
idea-before-anything = they fire before anything else happens
idea-each-to-its-base = each to the base it came from
idea-germans-first = Germans, while there are any
idea-no-germans-left = no German is left
idea-full-load = everything that finds room
idea-in-her-hold = aboard of her
idea-markers-aboard = markers instead of units
idea-hold-the-beach = what was won is held
idea-saved-for-later = saved for another landing
idea-cheapest-plane = the cheapest aircraft
idea-troops-alone = ships and guns are kept for another fight
idea-these-suffice = those who are there will do
idea-one-more = adds its die
idea-nobody-goes = nobody is risked, and nobody of ours fires
idea-more-through-port = more comes through a port than over a beach
idea-quick-and-few = destroyers are quick, and few go aboard
idea-no-attack-without = without markers nobody attacks
idea-sails-as-loaded = sails with what is aboard
idea-nothing-more-aboard = nothing more goes aboard
idea-little-gain = little to gain
idea-something-attack = there is something to attack
idea-needed-again = it is needed again
idea-before-enemy-takes = before the enemy takes it
idea-keep-rest = keep the rest
idea-all-them = all of them
idea-quiet-water = quiet water
idea-best-water = the best water for it
idea-empty-ships-fetch = empty ships fetch more
idea-safest-way-found = the safest way is found without
idea-fleets-lie-well = the fleets lie well
idea-empty-transports-fetch = empty transports fetch more
idea-invasion-fleet-sails = the invasion fleet sails
idea-better-place = a better place
idea-better-beach = a better beach
idea-its-guns-wanted = to where its guns are wanted
idea-loaded = it is loaded
idea-destroyers-fetch-infantry = destroyers fetch infantry
idea-one-ship-as = one ship is as good as another
idea-strong-attack = strong in attack
idea-what-beaches-need = what the beaches need
idea-rest-stay = the rest stay where they are
idea-paratroops-supply = paratroops or supply
idea-share-them-out = share them out
idea-needed = where they are needed
idea-better-kept-back = better kept back
idea-needed-more-elsewhere = it is needed more elsewhere
idea-work = there is work for it
idea-most = where it does most
idea-strength-plan-needs = the strength the plan needs
idea-everybody-stands-well = everybody stands well
idea-towards-next-objective = towards the next objective
idea-marches-others = marches with the others
idea-nobody-else = nobody else
idea-all-ashore-at = all ashore at once
idea-best-beach = the best beach
idea-could-land-elsewhere = it could land elsewhere
idea-no-beach-any = no beach any more today
idea-into-port = into the port
idea-helps-most = where it helps most
idea-fight-matters-most = where the fight matters most
idea-march-on = march on { $place }
idea-safe-there = safe there
idea-wanted-there = where they are wanted
idea-ashore = ashore
idea-guns-together = all guns together
idea-enough-ships = enough in the group
idea-fighters = fighters against fighters
idea-all-dice = all the dice we have

## More questions and refusals

ask-reinforce = Of which nation is the new { $kind ->
    [ftr] fighter
    [tac] tactical bomber
    [str] strategic bomber
   *[tr] transport
 }?
ask-supply = Expend a supply marker for this turn's operations?
ask-supply-repair = Repair an airfield or port?
ask-supply-from = Which supply marker is used?
ask-react-guns = Enemy ships in { $zone }: do the coastal guns fire?
ask-react = Enemy ships in { $zone }: do the submarines attack?
why-land-without-marker-airfield = Without a marker one airfield attacks one territory a turn, and both have been chosen.
ask-commit-air = Which aircraft fight in the air over { $place }?
ask-commit-bomb = Which aircraft bomb the { $airfield ->
    [yes] airfield
   *[no] port
 } of { $place }?
ask-commit-sea = Which ships and aircraft engage in { $place }?
ask-commit-land = Who engages at { $place }?
ask-spill = Which aircraft over { $place } is hit?
why-landing-unload = It needs a ship with freight in the zone of a port that you can use, works and has capacity left; markers also a held coast.
ask-tank-fire = How many of { $guns } anti-tank guns at { $place } fire at tanks alone?
ask-lose = { $hits ->
    [one] A hit at { $where }: choose what is lost
   *[other] { $hits } more hits at { $where }: choose what is lost
 }
ask-aim = { $hits ->
    [one] A hit at { $where }: choose its target
   *[other] { $hits } hits at { $where }: choose their targets
 }
ask-recover = Where does the { $people } infantry come back? ({ $left } left)
why-like-units = Like units are taken in order: choose { $unit }.

## Events

event-setup = { $p0 } sets up at { $s0 }
event-fleet = The carrier group starts in { $s0 }
event-mine_roll = Mines: the Axis rolls { $axis }, the British { $british }; { $side } { $many ->
    [yes] lay
   *[no] lays
 } more
event-mine_laid = { $side } { $many ->
    [yes] lay
   *[no] lays
 } a minefield in { $s0 }
event-turn = Turn { $n }, day { $day }: { $side } { $many ->
    [yes] have
   *[no] has
 } the initiative
event-arrive = { $p0 } arrives ({ $nation })
event-pedestal_hits = The Axis strikes at Pedestal: { $result }
event-sunk_cargo = With the ships of the convoy went down { $n ->
    [one] one unit or aircraft
   *[other] { $n } units and aircraft
 }, { $markers ->
    [one] one marker
   *[other] { $markers } markers
 }
event-pedestal = Pedestal reaches { $s0 } with { $n ->
    [one] one ship
   *[other] { $n } ships
 }
event-toulon_hits = On its way the fleet from Toulon suffers { $result }
event-toulon_leaves = The fleet from Toulon leaves for good
event-expend = { $side } { $many ->
    [yes] expend
   *[no] expends
 } a supply marker at { $s0 }
event-repair = { $side } { $many ->
    [yes] repair
   *[no] repairs
 } { $s0 } with a marker from { $s1 }
event-stores = { $side } { $many ->
    [yes] take
   *[no] takes
 } { $s0 }: { $n ->
    [one] one marker is { $result }
   *[other] { $n } markers are { $result }
 }
event-load = { $p0 } goes aboard { $p1 } ({ $way })
way-assault = assault
way-port = port
way-destroyer = destroyer
event-sail = { $side }: { $n ->
    [one] one ship sails
   *[other] { $n } ships sail
 } from { $s0 } to { $s1 }
event-reload = { $side }: { $n ->
    [one] one ship leaves
   *[other] { $n } ships leave
 } { $s0 } to reload
event-sweep = { $p0 } and another sweep mines in { $s0 }
event-swept = The minefield in { $s0 } is cleared
event-mines = Mines in { $s0 }: { $result }
event-guns = { $n ->
    [one] One coastal gun fires
   *[other] { $n } coastal guns fire
 } into { $s0 }: { $result }
event-sneak = { $n ->
    [one] One submarine attacks
   *[other] { $n } submarines attack
 } in { $s0 }: { $result }
event-damaged = { $p0 } is damaged
event-lost = { $p0 } is lost
event-wounded = { $p0 } is hit and may come back
event-fly = { $side }: { $n } aircraft to { $s0 }
event-lift = { $n ->
    [one] One unit is lifted
   *[other] { $n } units are lifted
 } to { $s0 }
event-lift_marker = A supply marker is lifted to { $s0 }
event-marker_down = The supply marker for { $s0 } { $fate }
marker-arrives = arrives
marker-lost = is lost
event-come_down = { $n ->
    [one] One unit comes down
   *[other] { $n } units come down
 } at { $s0 }, { $lost ->
    [0] none of them lost
   *[other] { $lost } of them lost
 }
event-flak = Anti-aircraft fire at { $s0 }: { $result }
event-march = { $side }: { $n ->
    [one] one unit marches
   *[other] { $n } units march
 } from { $s0 } to { $s1 }
event-duel = Air combat over { $s0 }: { $side } with { $n } aircraft { $many ->
    [yes] score
   *[no] scores
 } { $result }
event-last_shot = { $p0 } shoots before it falls: { $result }
event-bombs = { $n ->
    [one] One bomber attacks
   *[other] { $n } bombers attack
 } the facility of { $s0 }: { $result }, { $now } in all
event-broadside = Sea combat in { $s0 }: { $side } with { $n ->
    [one] one unit
   *[other] { $n } units
 } { $many ->
    [yes] score
   *[no] scores
 } { $result }
event-land_beach = { $side }: { $n ->
    [one] one unit lands
   *[other] { $n } units land
 } at { $s1 }
event-unload = { $p0 } unloads { $what } at { $s1 }
cargo-units = { $n ->
    [one] one unit
   *[other] { $n } units
 }
cargo-markers = { $n ->
    [one] one marker
   *[other] { $n } markers
 }
event-board = { $p0 } goes aboard { $p1 } at { $s0 }
event-convert = { $p0 } is made ready for an assault at { $s0 }
event-land = Combat at { $s0 }: { $side } { $many ->
    [yes] roll
   *[no] rolls
 } { $n ->
    [one] one die
   *[other] { $n } dice
 }, { $result }
event-withdraw = { $p0 } goes back aboard { $p1 }
event-base = { $side }: { $n } aircraft { $n ->
    [one] lands
   *[other] land
 } at { $s0 }
event-no_base = { $p0 } finds no base and is lost
event-recover = { $p0 } comes back at { $s0 }
event-end = { $level }: { $reason }

## Results

counted-hits = { $n ->
    [0] no hits
    [one] { $n } hit
   *[other] { $n } hits
 }
counted-damage = { $n } damage
result-captured = The taker rolled higher and keeps the markers.
    .word = captured
result-destroyed = The taker did not roll higher: the markers are lost.
    .word = destroyed
result-axis-alone = Only the Axis is left there and holds the place.
    .word = Axis alone left
result-british-alone = Only the British are left there and hold the place.
    .word = British alone left
result-both-there = Both sides are still there: the place stays contested.
    .word = both still there
result-nobody-left = Nobody is left there.
    .word = nobody left
counted-axis-loses = Axis loses { $n }
counted-british-loses = British lose { $n }

## Forecasts

dice-plain = { $side }: dice that hit on { $need }
dice-aimed = { $side }: dice that hit on { $need }, aimed
dice-at-tanks = { $side }: dice that hit on { $need }, at tanks
dice-anti-aircraft = { $side }: dice that hit on { $need }, anti-aircraft
dice-bombing = dice that hit on { $need }
forecast-short = { $side } { $many ->
    [yes] roll
   *[no] rolls
 } { $n ->
    [one] one die
   *[other] { $n } dice
 } and { $many ->
    [yes] lose
   *[no] loses
 } { $lost }
forecast-no-enemy = No enemy there
forecast-against = { $n } against { $foes }: { CHANCE($win) } to hold it alone after a round; { $rest }
forecast-losses = { $side } { $many ->
    [yes] lose
   *[no] loses
 } { $lost } ({ $spread })
forecast-share = { $n }: { CHANCE($p) }
forecast-damage = { $before } damage before; { $out } put it out of action.

## The calculator

arena-land = on land
arena-sea = at sea
arena-air = in the air
radar-attackers = The attackers have radar
radar-defenders = The defenders have radar
why-too-many-units = with aircraft a battle to the end is calculated for up to { $most } units; ask for one round

## Before the click

preview-sail = { $used } of { $points ->
    [one] one point
   *[other] { $points } points
 }; { $dice ->
    [0] no dice
    [one] up to one die
   *[other] up to { $dice } dice
 } on the way
preview-by = { $dice ->
    [0] No dice
    [one] Up to one die
   *[other] Up to { $dice } dice
 } on the way so far
preview-air = { $n } aircraft, { $dice ->
    [0] no anti-aircraft fire
    [one] one die of anti-aircraft fire
   *[other] { $dice } dice of anti-aircraft fire
 }
preview-lift = { $dice ->
    [0] No anti-aircraft fire
    [one] One die of anti-aircraft fire
   *[other] { $dice } dice of anti-aircraft fire
 }; { $n } British there

## The battle board

stage-combat = Combat at { $place }
stage-combat-all = Combat at { $place }, if everybody engages
stage-attack = Attack
stage-not-committed = Not committed
stage-answer = Answer
stage-may-answer = May answer
stage-facing = Facing them
stage-dice = { $n ->
    [one] one die
   *[other] { $n } dice
 }
stage-no-dice = Nobody rolls a die yet.
stage-losses = { $side } losses
stage-need = { $need ->
    [1] { $n } hit on 1
   *[other] { $n } hit on { $need } or less
 }
stage-none = none
stage-numbers = Attacking dice: { $attack }. Defending dice: { $defence }.
stage-in-battle = In the battle
stage-hit-last = Hit last
stage-can-be-hit = Can be hit
stage-who-is-hit = { $place }: who is hit
stage-choose-targets = { $place }: choose the targets
stage-hits = { $n ->
    [one] one hit
   *[other] { $n } hits
 } to be taken

## Beside the map

heading-turn = Turn { $n } of { $last }, day { $day }, { $half }
heading-setup = Setting up
box-toulon = Toulon
box-losses-AX = Axis losses
box-losses-BR = British losses
track-turn = Turn
    .note = { $side } { $many ->
        [yes] have
       *[no] has
     } the initiative
track-vp = { $side ->
    [AX] Axis points
   *[BR] British points
 }
    .note = { $minor } is a minor victory, { $major } a major one
track-supply = { $side ->
    [AX] Axis supply
   *[BR] British supply
 }
    .spent = expended a marker
    .unspent = no marker expended
track-lift = Air lift
track-assault = Landings today
track-battle = { $side } alone left at { $place }
track-battle-all = { $side } alone left at { $place }, if everybody engages

## On the map

board-title = Malta
board-space = { $name }{ $points ->
    [0] {""}
    [one] , one point
   *[other] , { $points } points
 }{ $place ->
    [airfield] , airfield
    [port] , port
   *[none] {""}
 }
mark-hit = Damaged once
mark-hit2 = Damaged twice
mark-stalled = Immobile: it fights where it stands
mark-fired = Has fired this turn
mark-unseen = Moved unseen this turn
mark-aloft = In the air
mark-duelled = Fought in the air this turn
mark-busy = Has done its share of this turn's combat
mark-fresh = Came ashore this turn
mark-sweeping = Sweeps mines
mark-aboard = Aboard { $ship }
mark-stores = Carries { $n ->
    [one] one supply marker
   *[other] { $n } supply markers
 }
mark-cargo = { $n } aboard, { $way ->
    [beach] for a beach
    [port] for a port
   *[deck] on deck
 }
fact-defends = Defends with { $n }
fact-fights = Attacks with { $attack }, defends with { $defence }
fact-moves = Moves { $n }
fact-hits = Takes { $n ->
    [one] one hit
   *[other] { $n } hits
 }
fact-radar-air = Air radar
fact-radar-naval = Naval radar
fact-arrival-PARA = Drops by parachute or lands on an airfield, from turn { $turn }
fact-arrival-AIRLAND = Lands on an airfield, from turn { $turn }
fact-arrival-SEA = Comes over a beach or through a port, from turn { $turn }
fact-arrival-PORT = Comes only through a port, from turn { $turn }
marker-airfield = Airfield{ $how ->
    [damaged] , damage { $n }
    [ruined] , ruined
   *[whole] {""}
 }
marker-port = Port{ $how ->
    [damaged] , damage { $n }
    [ruined] , ruined
   *[whole] {""}
 }
marker-supply = { $n } supply
marker-mine = Minefield
marker-drop = { $n ->
    [0] Supply by air
    [one] One unit by air
   *[other] { $n } units by air
 }
legend-objective = Objective with its points
legend-airfield = Airfield
legend-port = Port
legend-supply = Supply markers
legend-mine = Minefield
legend-bunker = Bunker
legend-coastal-gun = Coastal gun
legend-radar = Radar set
layer-control = Control
    .help = Who holds what, and for how many points.
    .note = Axis { $axis }, British { $british } of { $all } points.
layer-danger = Danger at sea
    .help = Dice that a group of yours would meet in each zone: mines, guns, submarines.
    .note = Mines, coastal guns that have not fired, and submarines.
layer-flak = Anti-aircraft fire
    .help = Dice that Axis aircraft meet in each territory.
    .note = One die for each radar set, gun, airfield and port, when Axis aircraft come in.
layer-supply = Supply
    .help = Markers ashore, and where the Axis may attack without one.
    .note = Lines: attacks that need no marker, one for each beach and one for parachutists.
layer-reach = Reach
    .help = Where this unit could go now.
    .note = { $unit }: red is an attack.
layer-guns = Guns
    .help = For a zone the coastal guns that bear on it; for a territory the ships.
    .note = { $n ->
        [one] One gun bears
       *[other] { $n } guns bear
     } on this zone; { $hits } hits expected.
    .ships = Zones whose ships can bombard this territory.
layer-points = { $n ->
    [one] one point
   *[other] { $n } points
 }
layer-dice = { $n ->
    [one] one die
   *[other] { $n } dice
 }
layer-markers = { $n ->
    [one] one marker
   *[other] { $n } markers
 }
layer-free-attack = attack without a marker

## The end

outcome-draw = Draw
outcome-AX-minor = Axis minor victory
outcome-AX-major = Axis major victory
outcome-BR-minor = British minor victory
outcome-BR-major = British major victory
outcome-points = { $axis ->
    [one] one point
   *[other] { $axis } points
 } for the Axis, { $british } for the British

## Scripts

script-historical = Historical set-up
script-sensible = Sensible set-up
script-loading = Usual loading

## The first lesson

lesson-title = Half a day at Hal Far
lesson-intro = You lead the Axis on the sixth half-day of the invasion. Six battalions of the Livorno division and their guns hold Kalafrana; next to them lies the airfield of Hal Far with a British battalion in front of its bunker. The islands are worth 275 points and whoever holds a territory holds its points. Both sides go through the same steps together: supply, ships, aircraft, land, combat, regrouping.
lesson-outro = That was a whole turn on a quiet day: supply, moves, combat, control. In the full game aircraft fight for the sky first, transports run past mines and coastal guns, paratroops jump, and Operation Pedestal comes for the British in the middle of it all. Before every battle you can see what it is likely to cost.
lesson-1 = A turn begins with supply. Expend one of your two markers: it pays for all your attacks of this half-day. Without it nobody enters a place the enemy holds.
lesson-1-then = One marker is gone, one is left at Kalafrana.
lesson-2 = The British save theirs. They can still defend themselves, but they will not attack.
lesson-3 = You have no ships at sea, so the air comes next. Nothing of yours flies today either: press Done.
lesson-3-then = Now the land moves. The side with the initiative goes first, and that is you.
lesson-4 = Choose the infantry of Livorno. Units of one kind are told apart by nobody, so one stands for all.
lesson-5 = How many of the six? Take four. The others stay, for an empty Kalafrana could be walked into, and your last supply marker lies there.
lesson-5-then = Four battalions are ready to march.
lesson-6 = Let the artillery, Livorno Art 1, go with them: guns hit more often than infantry.
lesson-7 = The glowing territories are one march away. Luqa is not among them: point at it to hear why.
lesson-7-then = Foot soldiers march one territory, and the enemy bars the way besides.
lesson-8 = March into Hal Far. Entering a defended territory means a battle there when the combat step comes.
lesson-9 = Nobody else shall move. Done: then the British move, and then the fighting begins.
lesson-10 = The British stay where they are.
lesson-11 = The attacker commits his units and then all dice fall at once. Send everybody in: below you see how often you alone will be left there.
lesson-11-then = Infantry hits with 1 or 2, artillery with 3 as well: 3, 2, 5 and 1 for the battalions and 3 for the guns make three hits. The British hit once.
lesson-12 = One of your units is hit, and you choose which. Give up a battalion, Livorno Inf 1: the guns are worth more, and the wounded may come back.
lesson-12-then = The British lose their battalion and the bunker. Hal Far is yours, with 20 points, the airfield and a captured supply marker. Nothing was left to regroup, and the next half-day has begun.

## What a position set up by hand cannot be

check-aboard-enemy = { $unit } is aboard an enemy
check-aircraft-rests-on-sea = an aircraft rests on the sea
check-carries-too-much = { $ship } carries too much
check-ground-unit-stands-sea = a ground unit stands in the sea
check-loaded-no-way = { $ship } is loaded in no way
check-mixed-cargo = mixed cargo
check-too-many-hits = { $unit } has more hits than it takes
check-not-with-its-ship = { $unit } is not where its ship is
check-port-works-too-much = a port works too much
check-ship-ashore = a ship is ashore
check-too-many-aircraft = too many aircraft on { $ship }
check-works-have-moved = works have moved

## Why it is advised: what is gained and what is risked

reason-wins = { CHANCE($chance) } to win
reason-costs = costs us { $ours }, them { $theirs } on average
reason-usual = { $who }: { $whose ->
    [ours] worth least to us
   *[theirs] worth most to them
 }
reason-at-tanks = { $n ->
    [0] no gun
    [one] one gun
   *[other] { $n } guns
 } at tanks, { $rest ->
    [0] none
   *[other] { $rest }
 } at whoever comes
reason-all-go = nobody stays
reason-some-stay = { $n ->
    [one] one stays
   *[other] { $n } stay
 }
reason-points = { $n } points
reason-airfield = an airfield
reason-port = a port
reason-defended = its garrison takes { $hits ->
    [one] one hit
   *[other] { $hits } hits
 } and strikes back with { $n }
reason-ours = { $n ->
    [one] one of ours stands there
   *[other] { $n } of ours stand there
 }
reason-empty = nobody defends it
reason-flak = { $n ->
    [one] one die of flak
   *[other] { $n } dice of flak
 }
reason-enemy-ships = { $n ->
    [one] one enemy ship
   *[other] { $n } enemy ships
 }
reason-own-ships = { $n ->
    [one] one ship of ours
   *[other] { $n } ships of ours
 }
reason-guns = { $n ->
    [one] one coastal gun bears on it
   *[other] { $n } coastal guns bear on it
 }
reason-coast-of = off { $place }
reason-open-water = open water
reason-from-goal = on the way to { $place }, { $n ->
    [one] one step
   *[other] { $n } steps
 }
reason-values = hits on { $attack } in attack, { $defence } in defence
reason-damaged = damaged
reason-in-contact = { $n ->
    [one] one enemy beside it
   *[other] { $n } enemies beside it
 }
reason-at = in { $place }

## Setting up: how many are left

track-units-left = Units to place
track-mines-left = Mines to lay

## What "as usual" would do

preview-usual = As usual: { $who }.
preview-usual-one = { $unit } { $gone ->
    [yes] is lost
   *[no] is damaged
 }
preview-usual-sinks = { $unit } is lost with { $n ->
    [one] one unit
   *[other] { $n } units
 } aboard

## Questions that orders may answer

question-react = coastal guns and submarines fire
question-lose = who takes a hit
question-aim = what my hits fall on
question-spill = which aircraft takes a hit
question-commit = who joins a battle
question-tank-fire = guns against tanks
question-withdraw = go back aboard after a landing
question-stow = what a ship carries
question-land-aircraft = where aircraft land
