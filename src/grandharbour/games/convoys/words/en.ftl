# Malta Convoys: every sentence of the game.

game-title = Malta Convoys
game-blurb = Season after season the Royal Navy fights supplies through to the island. Its groups sail face down, dummies among them; aircraft, submarines and the Italian fleet must first find out what they are hunting. If Malta starves, the desert war turns.

side-AX = Axis
    .name = The Axis
side-AL = Allies
    .name = The Allies

## Scenarios

scenario-pedestal = Pedestal, Summer 1942
    .blurb = August 1942: Malta starves. Nine freighters, three carriers and two battleships leave Gibraltar together; four hundred Axis aircraft, submarines, torpedo boats and what the Italian fleet has oil for are waiting. If nothing unloads, the island surrenders. One season, about half an hour.
scenario-summer1940 = Summer 1940
    .blurb = Italy has entered the war and the whole sea lies between two British bases. Up to nine freighters, from either end or both; few Italian aircraft, but a fleet with full tanks. One season as a first game, decided by points.
scenario-campaign1940 = Campaign from Summer 1940
    .blurb = Nine seasons from the Italian entry into the war to the summer of Pedestal. Feed Malta, and her torpedo planes and cruisers hold Rommel back; starve her, and he drives for the Nile. Carriers, battleships and the desert decide.
scenario-campaign1941 = Campaign from Spring 1941
    .blurb = Rommel has landed, the Stukas sit on Sicily, Crete is gone. Malta still stands at +3 with the desert front far to the west; six seasons remain. The shorter and sharper campaign.

## Options

option-opening = Opening of the campaign
    .help = How the first season of the campaign from Summer 1940 is placed.
    .table = By the table, free for the Axis
    .sheet = As on the Summer 1940 sheet
option-ak_timing = Afrika Korps moves
    .help = At the head of a season and put right for losses at its end, or at its end only.
    .start = At the head of the season
    .end = At its end
option-recon = Search
    .help = What an air unit turns up.
    .position = Everything on a position
    .group = One group
option-freeze = Groups held back
    .help = Where two ships must be lost in one turn.
    .position = On one position
    .turn = Anywhere in the turn
option-freighters_bound = Freighters past the line
    .help = The Point of No Return binds Gibraltar's freighters too.
option-resail = Sailing again
    .help = Italian ships that came back without a battle may sail again.
option-fuel_roll = Fuel roll
    .help = When it is made.
    .placement = At Axis placement
    .first_sailing = When the first ship sails
option-invasion_window = Invasion
    .help = When it may be tried.
    .step = After unloading
    .any = In every fleet movement too
option-malta_exit = Ships left in Malta
    .help = What becomes of warships that did not pay to leave.
    .free = They go home free
    .pay = They pay a level, or stay
option-cruiser_repair_cap = Repair of cruisers
    .help = Force H and Mediterranean cruisers are back next season.
option-battlecruiser_star = Guns of battle cruisers
    .help = Their Hits may sink outright.
option-raid_star = Torpedoes at Taranto
    .help = A starred Hit of the raid may sink outright.
option-raid_1941 = The raid in a Spring 1941 start
    .help = Whether it is still to come.
    .available = Still to come
    .spent = Flown in 1940
option-force_k_in_harbour = Force K in harbour
    .help = May be bombed there like any ship.
option-force_k_from = Force K
    .help = From when it can be based on Malta.
    .start = From the first season
    .spring1941 = From Spring 1941
    .fall1941 = From Fall 1941
option-uboats_from = German U-boats
    .help = From when they are in the Mediterranean.
    .start = From the first season
    .fall1941 = From Fall 1941
option-formidable = Formidable
    .help = A sixth carrier, or not in the game.
    .sixth = A sixth carrier
    .absent = Not in the game
option-paired_points = Pairs of old battleships
    .help = Points for sinking such a piece.
    .n1 = One
    .n2 = Two
option-extended_track = Longer desert track
    .help = Benghazi and Matruh are places of their own.
option-par = Par
    .help = The side that advisers lose with begins with the points that make their games even.

## What can be chosen

verb-base = Base on Malta
verb-force_k = Base Force K on Malta
verb-enough = Enough
verb-advance = Go on
verb-stay = Stay
verb-assign = Place
verb-rest = All freighters that may come
verb-decoys = Dummies at Gibraltar
verb-dive = Attack the harbour of
verb-hold = No
verb-mine = Mine
verb-at = At
verb-salvage = Bring back
verb-day = By day
verb-night = By night
verb-group = Move
verb-to = To
verb-halt = Stay here
verb-home = Go home
    .go = Go home with
verb-detach = Detach
verb-join = Join with
verb-muster = Sail from
verb-add = With
verb-whole = With everything in port
verb-dummy = As a dummy
verb-proceed = End of movement
verb-finish = Nothing more will sail
verb-strike = Attack
    .go = Attack
verb-save = Wait for another
verb-prey = Attack
verb-ship = Move
verb-sortie = First to sail
verb-steam = End of fleet movement
verb-port = Back to
verb-with = Together with
verb-invade = Invade Malta
verb-wait = Not now
verb-ready = Hold a strike ready on
verb-done = Done
verb-fly = Fly with
verb-over = Attack at
verb-find = Attack
verb-target = Attack
verb-normal = Attack
    .go = Attack
verb-press = Intensified attack
    .help = One better on the attack, one worse against the guns.
    .go = Press the attack on
verb-launch = Strike from
verb-raid = Raid Taranto from
verb-engage = Give battle at
verb-forward = Into the line
verb-rear = Fall back
verb-fire = Fire with
verb-shoot = Fire at
verb-withdraw = Break off
verb-retire = Leave with
verb-everyone = All that may
verb-back = One position back, to
verb-slip = Slip out

## What is asked

ask-basing = Malta's status is { $status }: base torpedo planes or Force K there?
ask-desert = Shall Afrika Korps go on from { $about }?
ask-desert-fort = Destroy the fortification of { $about }?
ask-allied-placement = Which ships start the season at { $base }?
ask-allied-placement-dummies = How many of the dummies start at Gibraltar? The others start at Alexandria.
ask-frogmen = Shall the frogmen go, this one time?
ask-charges = Which ship is mined? ({ $left } to choose)
ask-axis-placement-salvage = Which light cruisers come back?
ask-axis-placement-port = In which port does { $piece } lie?
ask-axis-placement-base = From which base does { $piece } fly?
ask-first-hour = Does the first turn of the season fall in the day or in the night?
ask-sailing = Move your groups, or send ships out of harbour
ask-sailing-muster = Which ships leave { $about } together, and for which position?
ask-sailing-group = Where does { $about } go?
ask-passing = { $group } passes { $space } on its way to { $bound }: attack it?
ask-lurking = Which group at { $space } is attacked from under water?
ask-fleet-move = Move the Italian fleet, or end its movement
ask-squadron = Which ships go along, and where?
ask-air-attack = { $plane } attacks { $target }: as usual, or intensified?
ask-reserve = Which carriers hold strikes ready?
ask-flights = Which air unit flies?
ask-search = Where does { $plane } attack?
ask-search-group = Which group does { $plane } attack?
ask-aim = Which ship does { $plane } attack?
ask-squadrons = Which squadron attacks the fleet?
ask-pounce = Which ship do the aircraft of { $plane } attack?
ask-carrier-strikes = Which carrier strikes?
ask-raid = Shall the carriers raid Taranto, this one time?
ask-raid-strike = The aircraft of { $carrier } over Taranto: as usual, or intensified?
ask-raid-hits = Which ship in Taranto is struck? ({ $left } to choose)
ask-harbour-round = Which air unit bombs the harbour of Malta?
ask-harbour-aim = Which ship in Malta does { $plane } bomb?
ask-surface = Where do you attack?
ask-deploy = Shall a Screened ship stand in front instead?
ask-fall-back = Which Hit ships fall back behind the others?
ask-gunfire = Which ship fires next?
ask-broadsides = Which ship fires next?
ask-target = What does { $firer } fire at?
ask-axis-leaves = Does the Italian fleet break off the battle at { $space }?
ask-leave = Which ships break off the battle at { $space }?
ask-leave-where = Where do they go?
ask-invade = Invade Malta? It can be tried once in the game, and Afrika Korps must fall back.
ask-slip-out = { $cost ->
    [0] Which ships leave Malta?
    [one] Which ships leave Malta, for a level of supply?
   *[other] Which ships leave Malta, for { $cost } levels of supply?
 }

## Why not

why-basing-base = A squadron that is in play, and a level of supply to pay for the first one.
why-basing-force_k = Force K in play, and a level of supply to pay for it.
why-basing-based = This squadron has its base already.
why-basing-starving = A starving Malta has nothing left to pay with.
why-room-freighters = No more freighters this season, Breconshire counted with them.
why-room-base = { $ship } can be based at { $base } only.
why-room-carriers = No more carriers at this base while Malta stands so.
why-room-japan = One carrier fewer this season: the Indian Ocean needs it.
why-room-battlecruisers = No more battle cruisers at this base.
why-room-modern = Nelson, Rodney and Prince of Wales come to Gibraltar only when Malta is in need.
why-room-battleships = No more battleships at this base this season.
why-room-didos = The Didos are not to be had now.
why-room-other-base = { $ship } belong to the other base.
why-room-force-h = Force H Cruisers are away while Malta is well supplied.
why-allied-placement-assign = Only Allied ships are placed now.
why-allied-placement-away = This ship is sunk, in repair or has not arrived yet.
why-allied-placement-placed = This ship has its place.
why-allied-placement-sheet = The scenario's sheet does not have this ship.
why-allied-placement-rest = No freighter can be added at this base.
why-allied-placement-decoys = The dummies are divided when the ships are placed.
why-allied-placement-enough = Divide the dummies between the bases first.
why-frogmen = Frogmen reach the harbours of Gibraltar and Alexandria only.
why-charges = Three different ships that lie in this harbour.
why-axis-placement-salvage = In Spring 1942 one light cruiser division that was sunk: the seventh, eighth or tenth.
why-axis-placement-enough = Every piece that is in play gets a place.
why-axis-placement-first = Say first which light cruisers come back.
why-axis-placement-port = Italian ships lie in Napoli or Taranto.
why-axis-placement-crete = Crete is Allied.
why-axis-placement-desert = Afrika Korps does not hold this place.
why-axis-placement-at = That is no air base.
why-sailing-group = This group has moved, or another one is in hand.
why-sailing-ashore = Only groups at sea are moved.
why-sailing-frozen = { $n ->
    [one] This group lost a ship last turn and may not move now.
    [2] This group lost two ships last turn and may not move now.
   *[other] This group lost { $n } ships last turn and may not move now.
 }
why-sailing-halt = Choose a group first.
why-sailing-late = A group is ordered home instead of moving, not after it.
why-sailing-bound = Warships from Gibraltar past the line must go on to Malta.
why-sailing-home = This group cannot be ordered home.
why-sailing-counters = No counter is left for another group this season.
why-sailing-proceed = Finish with the group in hand first.
why-sailing-muster = Nothing may leave there now.
why-sailing-add = Only ships that lie in the harbour where a group is mustering.
why-sailing-left = This base's convoy has left; freighters that stayed behind stay for the season.
why-sailing-window = The two convoys must leave within the same twenty-four hours.
why-sailing-unload = Of Gibraltar's ships only Ark Royal may leave Malta again, and freighters stay to unload.
why-sailing-whole = Nothing more can join the group that is mustering.
why-sailing-dummy = A dummy sails alone, from a base that has one left.
why-sailing-detach = Ships leave their group before it moves, once a turn, and one must stay.
why-sailing-join = Only groups of ships on the same position join, on the same side of the line.
why-sailing-begun = The season has only begun: let the first turn pass.
why-sailing-finish = Ships are still at sea, or a group is in hand.
why-sailing-to = Choose a group or a harbour first.
why-sailing-enemy = Allied ships never enter an At Sea area or an Italian port.
why-sailing-lanes = A group moves along the lanes, one position at a time.
why-sailing-slow = Slow ships are in this group: one position a turn.
why-sailing-dummy-malta = A dummy cannot enter Malta.
why-sailing-order = A group is ordered home, it does not sail there.
why-lurking = One of the groups that lie on this position.
why-fleet-move = Only Italian ships in port or at sea move now.
why-fleet-move-invade = The invasion has its own step, after the convoys have unloaded.
why-fleet-move-hit = A Hit ship waits to be sent home.
why-fleet-move-moved = This ship has moved.
why-fleet-move-barred = This ship has come back from a battle and stays in port.
why-fleet-move-fuel = The fuel roll comes with the first ship that leaves port, and with no other.
why-fleet-move-dry = { $n ->
    [0] There is no oil this season.
    [one] There is oil for one piece this season, and it is used up.
   *[other] There is oil for { $n } pieces this season, and it is used up.
 }
why-squadron-to = Italian ships take one step: port, At Sea area, open position.
why-squadron-with = Only ships of the same place that have not moved go along.
why-squadron-dry = { $n ->
    [one] There is oil for one piece this season.
   *[other] There is oil for { $n } pieces this season.
 }
why-reserve-ready = A carrier at sea that is not Hit and has a strike left to hold ready.
why-flights-fly = An air unit that has not flown this turn, with a group in reach of its base.
why-flights-flown = One mission a turn: this unit has flown.
why-search = No dashed line joins its base to that place.
why-search-nothing = Nothing is known to be there.
why-search-option = At this table the search goes { $groups ->
    [yes] group by group
   *[no] by position
 }.
why-aim = A ship of the groups that have been found there.
why-squadrons-fly = A squadron that has not flown, with Italian ships in reach.
why-pounce = An Italian ship in reach of these aircraft.
why-carrier-strikes-launch = A carrier with a strike held ready and Italian ships in reach.
why-raid-raid = A carrier that is not Hit, by night on an E position open to the eastern At Sea area.
why-raid-hits = An Italian ship in Taranto.
why-harbour-round-fly = Air units on Sicily, each once a round.
why-harbour-aim = A ship that lies in the harbour of Malta.
why-surface-engage = A position where ships of both sides are, and no battle has been fought this turn.
why-deploy-forward = A ship of yours that stands among the Screened ships.
why-fall-back-rear = A ship of yours that is Hit and still stands in front.
why-gunfire = Carriers and freighters have no guns for this.
why-gunfire-own = Only your own ships in this battle fire.
why-gunfire-fired = This ship has fired in this round.
why-gunfire-hit = A Hit ship cannot fire.
why-target = Only enemy ships in this battle can be fired at.
why-target-screened = Screened ships are out of reach while any enemy stands in front of them.
why-target-cruisers = By day cruisers may not fire at battleships while enemy cruisers stand in the Screen.
why-leave-retire = A ship of yours in this battle that may go where the others go.
why-leave-freighters = { $n ->
    [one] Freighters may leave a battle only after a round.
    [2] Freighters may leave a battle only after two rounds.
   *[other] Freighters may leave a battle only after { $n } rounds.
 }
why-leave-everyone = Nobody else may leave now.
why-leave-home = Freighters, Force K and Gibraltar's ships past the line do not go to port from a battle.
why-leave-back = One position farther from Malta, where no enemy is.
why-leave-done = Say first where the ships that leave go.
why-slip-out-retire = A ship that lies in Malta.
why-slip-out-leaving = This ship is among those that leave.
why-slip-out-everyone = Nobody is left to join them.
why-slip-out-slip = Say first which ships leave.
why-slip-out-stay = Ships are ready to leave.

## What happens

event-season = { $name }
event-turn = Turn { $n }: { $when ->
    [night] night
   *[day] day
 }
event-arrives = { $p0 } is available
event-leaves = { $p0 } is called away for good
event-crete = Crete falls to the Axis
event-status = Malta's status is { $status }
event-based = { $p0 } is based on Malta
event-fort = The fortification of { $s0 } stands again
event-fort_falls = Afrika Korps destroys the fortification of { $s0 }
event-korps = Afrika Korps { $what ->
    [stays] stays at
    [advances] advances to
   *[falls-back] falls back to
 } { $s0 }
event-assigned = { $p0 } starts the season at { $s0 }
event-numbered = The freighters at { $s0 } are { $ships }
event-harbour = Frogmen look into the harbour of { $s0 }: { $ships ->
    [none] nothing
   *[other] { $ships }
 }
event-mined = Frogmen at { $p0 }: { $result }
event-placed = { $p0 } is based at { $s0 }
event-fuel = The Italian fleet has oil: { $result }
event-move = { $p0 } moves from { $s0 } to { $s1 }
event-sails = { $p0 } leaves { $s0 }: { $ships ->
    [none] a dummy
   *[other] { $ships }
 }
event-malta = { $p0 } reaches Malta: { $ships }
event-detached = { $p0 } goes to { $p1 }
event-divides = { $p0 } divides at { $s0 }: { $p1 } appears
event-empty = Nothing is left of { $p0 }
event-joins = { $p0 } joins { $p1 } at { $s0 }
event-home = { $p0 } turns for home from { $s0 }
event-exposed = { $p0 } is found at { $s0 }: { $ships }
event-dummy = { $p0 } is a dummy
event-torpedo = { $who ->
    [boats] Torpedo boats attack
    [italian] An Italian submarine attacks
   *[uboat] A U-boat attacks
 } { $p0 } at { $s0 }: { $result }
event-stalked = { $p0 } is stalked by a submarine on the way home: { $result }
event-patrol = A British submarine attacks in { $s0 }: { $result }
event-spared = There is no { $what ->
    [freighter] freighter
   *[warship] warship
 } in { $p0 }
event-torpedoed = A torpedo strikes { $p0 }
event-steams = { $p0 } moves from { $s0 } to { $s1 }
event-ready = { $p0 } holds a strike ready
event-flies = { $p0 } flies to { $s0 }
event-strike = { $p0 } attacks { $p1 }: { $result }
event-flak = Antiaircraft fire of strength { $strength }: { $plane } is { $result }
event-raid = The aircraft of { $p0 } over Taranto: { $result }
event-star = A dangerous hit on { $p0 }
event-again = A near miss or a hit on { $p0 }: { $need } or less hits
event-battle = Battle at { $s0 }
event-fire = { $p0 } fires at { $p1 }: { $result }
event-sunk = { $p0 } is sunk
event-limps = { $p0 } limps out of the battle: { $result }
event-withdraws = The Italian fleet breaks off and makes for { $s1 }
event-withdraws_home = Allied ships break off at { $s0 } and go home
event-falls_back = { $p0 } falls back to { $s1 }
event-sent_home = { $p0 } is sent home for repairs
event-repair = { $p0 } will be repaired: { $result }
event-frozen = { $p0 } stays behind to pick up survivors
event-unloads = { $n ->
    [0] No freighter unloads at Malta
    [one] One freighter unloads at Malta
   *[other] { $n } freighters unload at Malta
 }
event-slips = Ships slip out of Malta
event-invasion = The Axis lands on Malta from the air: { $result }
event-log = { $name } is over: the log is written
event-end = { $reason }

end-nile = Afrika Korps breaks through to the Nile
end-africa = Afrika Korps is driven out of Africa
end-invasion = Malta is taken from the air
end-hunger = Malta starves and surrenders
end-points = { $axis ->
    [one] { $axis } strategic point
   *[other] { $axis } strategic points
 } for the Axis, { $allied } for the Allies
end-pedestal = { $n ->
    [one] { $n } freighter
   *[other] { $n } freighters
 } unloaded against a par of { $par }; points for capital ships lost: { $british } British, { $italian } Italian
level-decisive = decisive
level-marginal = marginal
level-draw = draw

## What dice decide

result-miss = Nothing happens.
    .word = miss
result-hit = The ship is Hit: slow, without guns and aircraft, and sent home for repair.
    .word = hit
result-sunk = The ship is sunk.
    .word = sunk
result-no-effect = The bombs do not go through her deck.
    .word = no effect
result-shot-down = The attackers are shot down.
    .word = shot down
result-not-shot-down = The attackers come home.
    .word = not shot down
result-lost = The ship is lost on the way.
    .word = lost
result-escapes = The ship gets away.
    .word = escapes
result-taken = The landing succeeds and Malta falls.
    .word = Malta falls
result-beaten-off = The landing is beaten off.
    .word = beaten off
result-mined-hit = The ship is out for some seasons, a freighter for this one.
    .word = hit
result-2-hits = Two torpedoes strike.
    .word = 2 hits
result-3-hits = Three torpedoes strike.
    .word = 3 hits
result-raid-2-hits = Two hits, on ships the Allies choose.
    .word = 2 hits
result-fuel-0 = No oil at all.
    .word = none may sail
result-fuel-1 = Oil for one piece.
    .word = 1 may sail
result-fuel-2 = Oil for 2 pieces.
    .word = 2 may sail
result-fuel-3 = Oil for 3 pieces.
    .word = 3 may sail
result-fuel-4 = Oil for 4 pieces.
    .word = 4 may sail
result-fuel-5 = Oil for 5 pieces.
    .word = 5 may sail
result-fuel-6 = Oil for 6 pieces.
    .word = 6 may sail
result-fuel-7 = Oil for 7 pieces.
    .word = 7 may sail
result-fuel-8 = Oil for 8 pieces.
    .word = 8 may sail
result-fuel-9 = Oil for 9 pieces.
    .word = 9 may sail
result-fuel-10 = Oil for 10 pieces.
    .word = 10 may sail
result-fuel-11 = Oil for 11 pieces.
    .word = 11 may sail
result-fuel-12 = Oil for 12 pieces.
    .word = 12 may sail
result-fuel-13 = Oil for 13 pieces.
    .word = 13 may sail
result-fuel-14 = Oil for 14 pieces.
    .word = 14 may sail
result-fuel-15 = Oil for 15 pieces.
    .word = 15 may sail
result-fuel-16 = Oil for 16 pieces.
    .word = 16 may sail
result-fuel-17 = Oil for 17 pieces.
    .word = 17 may sail
result-fuel-18 = Oil for 18 pieces.
    .word = 18 may sail
result-fuel-19 = Oil for 19 pieces.
    .word = 19 may sail
result-fuel-20 = Oil for 20 pieces.
    .word = 20 may sail
result-repair-summer1940 = Out of the war until Summer 1940.
    .word = back in Summer 1940
result-repair-fall1940 = Out of the war until Fall 1940.
    .word = back in Fall 1940
result-repair-winter1940 = Out of the war until Winter 1940.
    .word = back in Winter 1940
result-repair-spring1941 = Out of the war until Spring 1941.
    .word = back in Spring 1941
result-repair-summer1941 = Out of the war until Summer 1941.
    .word = back in Summer 1941
result-repair-fall1941 = Out of the war until Fall 1941.
    .word = back in Fall 1941
result-repair-winter1941 = Out of the war until Winter 1941.
    .word = back in Winter 1941
result-repair-spring1942 = Out of the war until Spring 1942.
    .word = back in Spring 1942
result-repair-summer1942 = Out of the war until Summer 1942.
    .word = back in Summer 1942
result-repair-too-late = Out for the rest of the game.
    .word = back too late

modifier-season = season
modifier-intensified = intensified
modifier-high = high altitude
modifier-group = the group
modifier-carriers = carriers
modifier-malta = Malta
modifier-neighbour = a neighbour

## Headings and tracks

heading-turn = { $season }, turn { $n }, { $when ->
    [night] night
   *[day] day
 }
phase-over = The game has ended
phase-battle = Battle at { $place }, round { $round }
phase-arrivals = Arrivals
phase-supply = Malta's supply
phase-desert = The desert
phase-allies = Allied placement
phase-frogmen = Frogmen
phase-axis = Axis placement
phase-fuel = Fuel
phase-hour = The hour of sailing
phase-turns = At sea
phase-raids = Air raids on Malta
phase-unloading = Unloading
phase-invasion = Invasion
phase-bombing = Air raids on Malta
phase-leaving = Leaving Malta
phase-correction = The desert
phase-repairs = Repairs
phase-log = The log
phase-sailing = Allied movement
phase-lurking = Submarines and torpedo boats
phase-fleet = Italian movement
phase-patrols = British submarines
phase-ready = Strikes held ready
phase-flights = Air strikes
phase-squadrons = Swordfish
phase-carriers = Carrier strikes
phase-battles = Surface battle
phase-end = End of turn
phase-next = End of turn
phase-deploy-allies = The Allied line
phase-deploy-axis = The Italian line
phase-aircraft = Carrier strikes
phase-fire = Gunfire
phase-rear-allies = Hit Allied ships
phase-rear-axis = Hit Italian ships
phase-axis-leaves = Does the fleet break off?
phase-allies-leave = Who breaks off?
phase-again = The next round
moment-turn = Start of a turn

track-season = Season
track-turn = Turn
track-day = day
track-night = night
track-status = Malta
track-ships-left = Ships in reserve
track-axis-left = Still to be placed
track-flak = Malta's antiaircraft
track-unloaded = Freighters unloaded
track-unloaded-par = Unloaded (par { $par })
track-dummies = Dummies found
track-fuel = Oil of the Italian fleet
    .note = { $n ->
        [one] { $n } of { $of } pieces has sailed
       *[other] { $n } of { $of } pieces have sailed
     }
track-korps = Afrika Korps
track-points = Strategic points
track-once = Still to be used
note-chance = { CHANCE($p) }
track-attack = { $plane } against { $target }
    .note = { $dice }. Antiaircraft strength from { $whose ->
        [island] Malta's guns
        [italian] Italian guns
        [group] { $parts }
       *[nothing] nothing
     }
track-battle = Battle at { $place }, round
once-raid = raid on Taranto
once-frogmen = frogmen
once-invasion = invasion
once-nothing = nothing

box-unseen-AL = Allied ships not seen
box-reserve-AL = Reserve
box-homeward-AL = On the way home
box-repair-AL = Under repair, or still to come
box-sunk-AL = Lost
box-reserve-AX = Not placed
box-repair-AX = Under repair, or still to come
box-sunk-AX = Lost

## Pieces and markers

mark-hit = Hit: slow, no guns, no aircraft; sent home at the end of the turn
mark-exposed = Seen by the Axis until night
mark-frozen = Picks up survivors: may not move this turn
mark-past = Past the Point of No Return
mark-moved = Has moved
mark-flown = Has flown
mark-dummy = A dummy
mark-secret = The Axis does not know where she is
mark-seen = The Axis knows where she is
mark-group = In { $group }
mark-barred = Back from battle: stays in port this season
row-1 = Screen
row-2 = Battle line
row-3 = Screened

fact-strikes = Strikes: { $n } at a time, { $ready } held ready
fact-back = Back in { $season }
fact-speed = { $slow ->
    [yes] Slow: { $n ->
        [one] one position a turn
       *[other] { $n } positions a turn
     }
   *[no] { $n ->
        [2] Two positions a turn
        [one] One position a turn
       *[other] { $n } positions a turn
     }
 }
fact-known = The Axis knows: { $places }
fact-guess = The Axis must guess: { $places }
fact-flak = Antiaircraft strength { $n }
fact-moves = Moves { $n } a turn
fact-real = Real ships
fact-unsure = Ships or a dummy
fact-may-hold = May hold: { $ships }
fact-nothing-known = nothing known
fact-axis-sure = The Axis knows that it is real
fact-axis-unsure = The Axis may take it for a dummy
fact-hits = Hits on { $hits }
ships-nameless = { $n ->
    [one] { $n } freighter
   *[other] { $n } freighters
 }

marker-fort = Fortification
marker-korps = Afrika Korps
marker-status = Malta's status: { $status }
marker-season = Now: { $season }
board-title = The Mediterranean
cell-seasons = Season: { $name }
cell-status = Malta's status: { $name }
legend-group = A group, face down
legend-carrier = Carrier
legend-battleship = Battleship
legend-cruiser = Cruisers
legend-freighter = Freighter
legend-dive_bomber = Dive bombers
legend-torpedo_bomber = Torpedo bombers
legend-bomber = Level bombers
legend-korps = Afrika Korps
legend-fort = Fortification

## Boards beside the chart

stage-battle = Battle at { $place }, round { $round }, by { $when ->
    [night] night
   *[day] day
 }
    .note = { $italian } Italian and { $british ->
        [one] { $british } British piece
       *[other] { $british } British pieces
     } can fire
stage-not-deployed = Not deployed
stage-muster = Leaving { $port }
    .note = { $dummies ->
        [one] { $dummies } dummy
       *[other] { $dummies } dummies
     } left here, { $n ->
        [one] { $n } counter
       *[other] { $n } counters
     }
stage-sails = Sails
stage-stays = Stays
stage-bluff = A dummy sails: nothing is in it
stage-slow = Moves { $n }: slow are { $ships }
stage-fast = Moves { $n }
stage-left-behind = { $note }; freighters left behind stay for the season
stage-hand = { $group } at { $place }
    .note = { $dummy ->
        [yes] A dummy. Has moved
       *[no] Has moved
     } { $walked } of { $rate }; the Axis takes it for { $known }
stage-detached = { $group }, detached
known-open = in plain sight
known-real = real ships
known-unsure = ships or a dummy

sheet-seen = What has been seen of the Allies
    .group = Group
    .at = At
    .taken-for = Taken for
    .known = Ships known
    .possible = Ships possible
    .truth = In truth
sheet-seen-own = What the Axis has seen
sheet-groups = Groups at sea
sheet-found = { $n ->
    [one] { $n } of { $of } dummies has been found.
   *[other] { $n } of { $of } dummies have been found.
 }
sheet-dummy = a dummy
sheet-none = none
sheet-no-more = no more
sheet-turns = { $early } or { $last }
sheet-left = The freighters of { $base } { $unsure ->
    [yes] may have
   *[no] have
 } left in turn { $turns }.

log-title = End of { $season }
log-piece = Piece
log-kind = Kind
log-stands = Stands
log-italian = Italian ships
log-allied = Allied ships
log-aircraft = Axis aircraft
log-swordfish = Swordfish
log-malta = Malta: { $status }{ $starving ->
    [yes] {" "}(left starving)
   *[no] {""}
 }. Freighters unloaded so far: { $n }. Points: Axis { $axis }, Allies { $allied }.
log-desert = Afrika Korps: { $place }. Fortifications: { $forts }.
log-no-forts = none
log-crete = Crete: { $owner ->
    [AL] Allied
   *[AX] Axis
 }. Still unused: { $left }.
log-dice = Dice thrown: { $rolled }, hidden draws: { $drawn }.
fate-down = shot down
fate-sunk = sunk
fate-sunk-until = sunk, back in { $season }
fate-out = not in play
fate-due = due { $season }
fate-reserve = in reserve
season-after = a season after the war

## Layers and previews

layer-reach = Air reach
    .help = Which positions a base or an air unit can strike.
    .note = { $n ->
        [one] { $n } position in reach
       *[other] { $n } positions in reach
     }
layer-danger = Dangers
    .help = What waits on each position: aircraft, submarines, torpedo boats, the fleet.
layer-fleet = Fleet
    .help = Where Italian ships can be after their next move.
    .note = can be reached next turn
layer-line = Point of No Return
    .help = The lanes Gibraltar's warships may cross in one direction only.
    .note = no way back for warships from Gibraltar
layer-seen = What the Axis knows
    .help = For each group: known ships, ships that may be there, dummy or not.
    .note = { $n } of { $of } dummies found
layer-seen-group = { $group }: { $known }; known { $ships ->
    [none] nothing
   *[other] { $ships }
 }; { $n ->
    [0] no more ships possible
    [one] { $n } more ship possible
   *[other] { $n } more ships possible
 }
danger-none = nothing waits there
danger-air = { $n ->
    [one] { $n } air unit
   *[other] { $n } air units
 } of { $base } by day
danger-uboat = a U-boat
danger-submarine = an Italian submarine, against freighters
danger-boats = torpedo boats, worst by night
danger-fleet = { $n ->
    [0] open to the fleet
    [one] the fleet: { $n } piece one step away
   *[other] the fleet: { $n } pieces one step away
 }
what-at = { $place }: { $words }
what-open = { $group } with { $ships ->
    [none] nothing: a dummy
   *[other] { $ships }
 }
what-hidden = { $group }, { $real ->
    [yes] real
   *[no] perhaps a dummy
 }
preview-sailing = { $place } by { $when ->
    [night] night
   *[day] day
 }: { $words }{ $n ->
    [0] {""}
    [one] . { $n } step to Malta
   *[other] . { $n } steps to Malta
 }{ $bound ->
    [yes] . Gibraltar's warships must then go on to Malta
   *[no] {""}
 }
preview-fly = { $base } reaches { $places }; hits on { $hits }
preview-harbour = { $base } to Malta
preview-reach = Reaches { $places }
preview-reach-malta = Reaches { $places } and the harbour of Malta
preview-basing = Malta falls to { $status }; up to { $n ->
    [one] { $n } freighter
   *[other] { $n } freighters
 } by the table
preview-invasion = Succeeds on { $need } or less ({ CHANCE($p) }); Afrika Korps falls back in any case
forecast-air = Hits { CHANCE($hit) } (intensified { CHANCE($press) }); shot down { CHANCE($lost) } (intensified { CHANCE($press_lost) }) by strength { $strength }{ $high ->
    [yes] , high altitude
   *[no] {""}
 }

## Advice

idea-supplies-are-short = supplies are short
idea-holds-afrika-korps = holds Afrika Korps
idea-throws-afrika-korps-back = throws Afrika Korps back
idea-with-the-convoy = with the convoy
idea-the-rest-stays-in-reserve = the rest stays in reserve
idea-one-strong-convoy = one strong convoy
idea-escort = escort
idea-another-squadron = another squadron
idea-no-use-for-them = no use for them
idea-out-of-reach-of-carriers = out of reach of carriers
idea-covers-the-way-to-malta = covers the way to Malta
idea-the-dangerous-stretch-falls-in-the-dark = the dangerous stretch falls in the dark
idea-a-better-season-may-come = a better season may come
idea-the-fattest-harbour = the fattest harbour
idea-the-greatest-loss = the greatest loss
idea-towards-the-nile = towards the Nile
idea-wait = wait
idea-malta-is-weak = Malta is weak
idea-wait-for-a-weaker-malta = wait for a weaker Malta
idea-save-the-ships = save the ships
idea-a-level-is-worth-more = a level is worth more
idea-nothing-worth-the-risk = nothing worth the risk
idea-has-something-in-reach = has something in reach
idea-the-likeliest-convoy = the likeliest convoy
idea-most-to-be-gained = most to be gained
idea-the-risk-is-not-worth-it = the risk is not worth it
idea-worth-the-risk = worth the risk
idea-they-are-needed-on-malta = they are needed on Malta
idea-ships-in-reach = ships in reach
idea-the-fighters-stay-over-the-ships = the fighters stay over the ships
idea-the-fleet-is-in-reach = the fleet is in reach
idea-nothing-to-strike = nothing to strike
idea-a-strike-not-flown-is-lost = a strike not flown is lost
idea-a-better-night-may-come = a better night may come
idea-the-fleet-lies-in-taranto = the fleet lies in Taranto
idea-careful = careful
idea-twice-the-chance = twice the chance
idea-nothing-worth-the-losses = nothing worth the losses
idea-targets-in-the-harbour = targets in the harbour
idea-better-not = better not
idea-the-odds-are-good = the odds are good
idea-the-heaviest-guns-first = the heaviest guns first
idea-save-the-fleet = save the fleet
idea-the-battle-goes-well = the battle goes well
idea-stand-and-fight = stand and fight
idea-break-off = break off
idea-alone = alone
idea-to-port = to port
idea-out-of-reach = out of reach
idea-safest-in-the-rear = safest in the rear
idea-a-shield = a shield
idea-they-shield-the-others = they shield the others
idea-out-of-the-line-of-fire = out of the line of fire
idea-everything-is-done = everything is done
idea-still-to-move = still to move
idea-the-convoy-sails = the convoy sails
idea-a-dummy-to-draw-them-off = a dummy to draw them off
idea-nothing-more-to-do = nothing more to do
idea-leave-together = leave together
idea-the-safest-way = the safest way
idea-wait-for-the-night = wait for the night
idea-the-safest-way-to-malta = the safest way to Malta
idea-turns-back-before-the-narrows = turns back before the Narrows
idea-the-island-needs-them = the island needs them
idea-together = together
idea-covers-the-convoy = covers the convoy
idea-its-work-is-done = its work is done
idea-on-to-malta = on to Malta
idea-stay-together = stay together
idea-nothing-to-be-gained-at-sea = nothing to be gained at sea
idea-there-is-something-to-hunt = there is something to hunt
idea-now-or-never = now or never
idea-stronger-together = stronger together
idea-where-the-enemy-is = where the enemy is
idea-an-attack-not-made-is-lost = an attack not made is lost
idea-a-slower-one-may-follow = a slower one may follow
idea-most-likely-worth-a-torpedo = most likely worth a torpedo

script-sensible = Sensible set-up
script-historical = Historical set-up

## The first lesson

lesson-title = Where is the convoy?
lesson-intro = August 1942: Malta starves, and a convoy is on its way. You command the Axis. Two British groups are on the chart, but you see only their counters: one may be nothing but a dummy. Every freighter that reaches Malta feeds the island, so find them and sink them. A turn is half a day: the Allies move, then submarines, aircraft and ships strike.
lesson-outro = That is a turn and a night of it: hidden groups, searches, strikes at a price, and the dark. In the whole game the Allies compose their groups in secret and you decide what the oil allows the Italian fleet to do. Campaigns over many seasons add Malta's supplies and the war in the desert.
lesson-click-1 = It is day and your air units may fly, each of them once. Begin with 104 Gr, torpedo bombers on Sardinia.
lesson-click-2 = How far can they go? Point at W4, south of Majorca: the answer tells you what binds an air unit to its base.
    .then = Aircraft reach the positions a dashed line joins to their base, and no others. From Sardinia that is W10 and W13 where ships are.
lesson-click-3 = Two groups are in reach and you do not know what is under them. Try the one at W10, off Cape Teulada.
    .then = A dummy! It is taken off the chart, but the torpedo bombers have flown for nothing. Now you know where the ships must be.
lesson-click-4 = Send 105 Gr from Sicily. Only one group is left for it to find.
    .then = There they are at W13, on the Skerki Bank: a carrier, a battleship and three freighters. What has been found lies open until the turn is over.
lesson-click-5 = Whom to attack? Capital ships are points, but cargo is what the game is about. Choose Freighter 1.
    .then = The guns of the whole group will answer. How close do you go?
lesson-click-6 = Make it an ordinary attack. Only a high roll sinks her; below stand the chances, those of being shot down among them.
    .then = A one: the torpedoes run wide. The guns missed as well.
lesson-click-7 = The last unit of the day: 96 Gr with its dive bombers, which hit better than torpedo planes.
lesson-click-8 = Take Freighter 2 this time.
lesson-click-9 = Now press the attack home. An intensified attack adds one to your die, and one to the gunners' die. Compare the chances with those before.
    .then = A six: Freighter 2 goes down. The gunners rolled a four, and with the one you gave them your dive bombers are lost too.
lesson-click-10 = Night falls, no aircraft fly, and the group slips away in the dark, face down again.
lesson-click-11 = It steams to W16, south of Pantelleria, where your torpedo boats are waiting.
lesson-click-12 = The boats attack by themselves and better at night than by day: a six, two hits. Freighter 3 is sunk and the carrier Victorious struck.
lesson-click-13 = In the morning the rest is close to Malta.
lesson-click-14 = The group enters the Grand Harbour with one freighter of three. When the season ends she is unloaded, and Malta lives a little longer.

## What a position set up by hand cannot be

check-afrika-korps-off-track = Afrika Korps is off its track
check-allied-ship-nowhere = an Allied ship is nowhere
check-antiaircraft-strength-out-range = antiaircraft strength is out of range
check-known-not-there = { $ship } is where the Axis knows it is not
check-unused-on-chart = a counter not used yet is on the chart
check-dummy-carries-ships = a dummy carries ships
check-dummy-known-real = a dummy is known to be real
check-empty = { $group } is empty
check-exposed-but-not-known = exposed but not known
check-group-not-at-sea = a group is not at sea
check-lost-ship-sails = a lost ship sails
check-malta-status-out-range = Malta's status is out of range
check-more-ships-than-oil = more Italian ships at sea than oil
check-season-does-not-end = the season does not end
check-before-its-time = a ship acts before its time
check-ship-lies-two-places = a ship lies in two places
check-ship-sunk-acts = a ship that was sunk acts
check-ship-two-bases = a ship has two bases
check-too-many-dummies = too many dummies

## Why it is advised: what is gained and what is risked

reason-lies-dark = nobody flies in the dark, and the next stretch is worse by day
reason-first-turn = sailing by { $when ->
    [day] day
   *[night] night
 } the way to Malta may cost { $n } freighters
reason-chance = { CHANCE($chance) } that it comes off
reason-malta = Malta: what arrives counts
reason-lies-there = { $n ->
    [one] one ship lies there
   *[other] { $n } ships lie there
 }
reason-to-malta = { $n ->
    [one] one step from Malta
   *[other] { $n } steps from Malta
 }
reason-groups = { $n ->
    [one] one group is there
   *[other] { $n } groups are there
 }
reason-planes = { $n ->
    [one] one air unit can strike there
   *[other] { $n } air units can strike there
 }
reason-no-planes = out of reach of all aircraft
reason-mas = torpedo boats hunt there by night
reason-submarine = a submarine lies in wait
reason-fleet-near = the Italian fleet can come
reason-may-lose = { $n } freighters may be lost there
reason-no-danger = nothing threatens it
reason-known = known as { $known }
reason-freighter = a freighter: what Malta waits for
reason-points = { $n ->
    [one] one point if she sinks
   *[other] { $n } points if she sinks
 }
reason-hit = hit already
reason-flies-from = flies from { $place }
reason-groups-in-reach = { $n ->
    [0] no group in reach
    [one] one group in reach
   *[other] { $n } groups in reach
 }
reason-gunned = has guns

## Questions that orders may answer

question-desert = the Afrika Korps
question-frogmen = send the frogmen
question-passing = strike at a group that passes
question-lurking = which group is attacked
question-air-attack = how an air attack is flown
question-reserve = hold strikes ready
question-squadrons = aircraft of Malta and Crete
question-surface = attack ships that meet
question-deploy = who stands in front
question-fall-back = who goes to the rear
question-axis-leaves = break off a battle
question-leave = who breaks off a battle
question-slip-out = leave a harbour under bombs

## Types of pieces in a report

type-CV = Carriers
type-BC = Battle cruisers
type-B = Battleships
type-BB = Modern battleships
type-B_OLD = Pairs of old battleships
type-CR = Cruisers
type-FREIGHTER = Freighters
type-SWORDFISH = Swordfish
type-STUKA = German Ju 87
type-IT_STUKA = Italian Ju 87
type-SM79 = SM.79
type-Z1007 = Z.1007
