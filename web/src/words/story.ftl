### Words of looking back at a game: its end, analysis, comments. Fetched with these panels.

end-title = Turning points
end-working = Looking for the moments that decided the game: { $done } of { $of } positions…
end-none = No single moment decided this game: neither dice nor choices moved the chances much.
end-luck = The dice
end-choice = { $side }’s choices
end-when = Turn { $turn }
end-chance = { CHANCE($before) } → { CHANCE($after) }
end-chance-of = Chance of { $side } to win
end-look = Look at it
end-look-said = Look at turn { $turn }: { $what }
end-plan = What { $player } ({ $side }) had in mind
end-plan-wrong = It went wrong here: it gave itself { CHANCE($before) } with this plan, and { CHANCE($after) } when it next thought ({ $when }).
end-plan-kept = It never lost much of what it hoped for; this was its last plan ({ $when }).

## Analysis

analysis-ask = Try out plans here
analysis-thinking = Trying out plans…
analysis-of = What { $side } could have done here
analysis-nobody = Nobody had to decide anything here.
analysis-nothing = There was nothing to weigh: one answer only.
comments = Comments
comments-none = Nobody has said anything about this moment.
comments-elsewhere = At other moments
comment-go = To this moment
comment-drop = Take back
comment-write = What is to be said about this moment
comment-post = Keep the comment
comment-secret = Only you see it until the game has ended; then everybody does.
comment-open = Everybody who looks at this game sees it.
comment-draw = Draw arrows
comment-drawing = Click where an arrow begins, then where it ends; twice the same place makes a ring.
comment-drawing-from = From { $place } to …
comment-arrows = { $n ->
    [one] 1 arrow
   *[other] { $n } arrows
}
comment-wipe = Wipe them off
analysis-export = Write the game down
export-annotated = As a save with comments
export-text = As text to read
