game-title = Skirmish
game-blurb = Two patrols and a village. Ten minutes, on any map you like.

side-RED = Red
    .name = Red patrol
side-BLUE = Blue
    .name = Blue patrol
scenario-village = The village
    .blurb = Red has six turns to take the village and the farm behind it.

## The fight

phase-red = Red
phase-blue = Blue
phase-end = End of the turn
phase-over = The fight is over
heading-turn = Turn { $turn } of { $of }

verb-to = Go to
verb-attack = Attack
verb-stay = Stay
ask-act = What does { $about } do?
why-act-to = A unit goes to a free hex next to its own while it has speed left.
why-act-attack = No enemy is there, or not next to the unit.
why-act-stay = A unit may always stay.

event-goes = { $p0 } goes to { $s0 }
event-attack = { $p0 } attacks { $p1 } in { $s0 }: { $result }
event-end = The end: Red holds { $red }, Blue holds { $blue }
result-out = The enemy is out
    .word = it is out
result-holds = The enemy holds
    .word = it holds
modifier-force = Strength round the hex
outcome-goals = Goals: Red { $red }, Blue { $blue }

## The table

track-turn = Turn
track-goals = Goals
box-out = Out
fact-unit = Strength { $strength }, speed { $speed }
ground-clear = open ground
ground-rough = rough ground
ground-village = village
marker-goal = A goal held by { $side }
legend-goal = Who holds a goal
idea-nearer = Nearer to a goal
idea-holds = Holds its ground
idea-attack = A good chance to break them
