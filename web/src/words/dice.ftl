# The tab of the dice, and the keys of seats.

dice-title = Nobody can bend these dice
dice-about = Before the first click the table fixed a secret seed and published its fingerprint. Every roll follows from the seed and the recorded choices.
dice-fingerprint = Fingerprint (published at the start)
dice-seed = Seed
dice-seed-later = Shown when the game has ended.
dice-check = To check a finished game, save it and run { $command }: it rolls every die again and compares.
dice-so-far = So far
dice-tally = { $side }: { $n ->
    [0] no dice
    [one] { $n } die, mean { $mean } (3.50 expected)
   *[other] { $n } dice, mean { $mean } (3.50 expected)
 }
dice-shaken-title = Nobody can choose these dice
dice-shaken-about = Three hands are in every roll: a secret the server fixed before the first click, and what each of you shakes into it with his clicks. Your browser keeps your own numbers to itself until you click; nobody can know or choose them. At the end the server shows its secret, and everybody can roll every die again.
dice-server = The server
dice-server-hand = has fixed its secret. What was drawn to set up the game is the server's alone.
dice-hand-shakes = shakes with every click.
dice-hand-fresh = has brought a new cup, which counts when the other side has shaken.
dice-hand-none = adds nothing: plays without a cup, or has not sat down yet.
dice-hand-changed = { $n ->
    [one] One cup was lost before.
   *[other] { $n } cups were lost before.
}
dice-shake = Shake
dice-shake-help = Puts one more of your numbers into the dice, whenever you like.
dice-slighted = The server has not taken the number your browser sent: what falls now has nothing of yours in it.
dice-own = { $n ->
    [one] Your browser has compared: the one number of yours in the record is its own.
   *[other] Your browser has compared: all { $n } numbers of yours in the record are its own.
}
dice-foreign = { $n ->
    [one] One number in the record is said to be yours, and your browser never sent it.
   *[other] { $n } numbers in the record are said to be yours, and your browser never sent them.
}
dice-chosen = Whoever opened this table chose the seed, to play the same game again.
dice-agreed = What was set up
dice-from-scenario = The scenario's own beginning.
dice-from-position = A position somebody laid out.
dice-no-pack = The printed numbers.
dice-pack = { $n ->
    [one] A table pack that changes one number.
   *[other] A table pack that changes { $n } numbers.
}

seatkey-own = Your own link
seatkey-own-about = Whoever has the address of this page plays for you. If it got into other hands, change the key: the old address opens nothing any more, here and on your other devices.
seatkey-change = Change my key
seatkey-changed = Done. The address of this page is the new one.
seatkey-renew = New link
seatkey-renewed = The old link opens nothing any more.
seatkey-taken = has sat down; that link opens nothing any more.
