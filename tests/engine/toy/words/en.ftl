game-title = Toy
game-blurb = A plan, an answer, bids and nods.

side-R = Red
    .name = Red
side-B = Blue
    .name = Blue

option-loud = Loud
option-way = Way
    .a = A
    .b = B

verb-pick = Pick
verb-launch = Launch
verb-hit = Hit
verb-hold = Hold
verb-bid = Bid
verb-nod = Nod

phase-question = The question
phase-telling = The telling
phase-end = The end
phase-dawn = Dawn

event-pick = { $p0 }
event-hit = { $result }
event-bid = { $n }
event-shown = shown
event-nod = { $side } nods
