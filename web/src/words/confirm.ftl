### The card before what cannot be taken back. Fetched with it.

confirm = Confirm what you have done
confirm-done = You have done this
confirm-none = There is no way back from this
confirm-terms = { $why ->
    [die] A die is rolled then: nothing before it can be taken back any more.
    [shown] Something hidden is shown then: nothing before it can be taken back any more.
    [answered] The other side answers then: nothing before it can be taken back any more.
    [ended] The game is over then: nothing before it can be taken back any more.
   *[asked] The other side is asked then: nothing before it can be taken back any more.
}
confirm-back = Take back
confirm-back-said = Take back: { $what }, and all after it
confirm-back-all = Take all back
confirm-stay = Not yet
