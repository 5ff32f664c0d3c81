game-title = Night raid
game-blurb = Explosive boats against the boom of a harbour. Ten minutes.

side-IT = Italy
    .name = Decima Flottiglia
side-BR = Britain
    .name = The harbour
scenario-july = July
    .blurb = A moonless night: four boats, and six turns until dawn.

## The night

phase-boats = Boats
phase-guns = Guns
phase-dawn = Dawn
phase-over = The raid is over
heading-turn = Turn { $turn } of { $of }

verb-to = Go to
verb-wait = Wait
verb-light = Light up
verb-hold = Stay dark
ask-boats = Where does { $about } go?
ask-guns = Which point is lit?
why-boats-to = A boat goes to a point next to its own.
why-guns-light = No boat is there.

event-goes = { $p0 } goes to { $s0 }
event-strikes = { $p0 } strikes in the harbour
event-fire = The guns fire at { $s0 }: { $result }
event-sunk = { $p0 } is sunk
event-dawn = Dawn: { $n ->
    [one] one boat has struck
   *[other] { $n } boats have struck
 }
result-none = Every boat escapes
    .word = no hit
result-sunk-1 = One boat is sunk
    .word = one sunk
result-sunk-2 = Two boats are sunk
    .word = two sunk
result-sunk-3 = Three boats are sunk
    .word = three sunk
result-sunk-4 = Four boats are sunk
    .word = four sunk
outcome-italy = Enough boats have struck
outcome-britain = The harbour is safe

## The table

track-turn = Turn
track-struck = Boats that struck
    .note = Italy needs { $goal }
box-struck = Struck
box-sunk = Sunk
fact-boat = One step to the next point each turn
legend-boat = A boat
board-title = The approach
idea-nearer = Nearer to the harbour
idea-wait = Waits
idea-many = Where most boats will be hit
idea-hold = Saves the light
