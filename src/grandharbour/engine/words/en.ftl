# What the engine says in every game.

## Why not

why-game-over = the game has ended
why-which-side = several sides owe a decision: say which side chooses
why-not-asked = { $side } owes no decision now
why-unknown-verb = there is no choice called '{ $verb }' in this game
why-no-target = '{ $verb }' takes no target
why-needs-target = '{ $verb }' needs a target
why-no-choice = { $target } is nothing to choose
why-no-number = { $target } is not a number to choose
why-unknown-target = there is no { $kind } called '{ $target }'
why-not-here = Not possible here.
why-not-now = { $verb }: not now. { $asked }
why-nothing-here = { $verb }: that is nothing to choose here.

why-die-follows = a die follows at once: look at its chances and choose yourself

## Options

option-yes = Yes
option-no = No

## Odds

chance-under = under 1 %
chance-over = over 99 %
odds-nothing = nothing
odds-averaged = What you cannot know is averaged over what it may be.
odds-then = { $first }, then { $second }

## The end

outcome-resigned = { $side } resigned
outcome-resigned-saying = { $side } resigned: { $words }

## Whom the table waits for

waiting-planning = { $side } { $many ->
    [yes] are
   *[no] is
 } planning
waiting-deciding = { $side } { $many ->
    [yes] are
   *[no] is
 } deciding

## Advice

idea-default = no better reason is known
