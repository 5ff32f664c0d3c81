# What people at a table agree on and say to each other.

## Offers

agree-about = What you offer holds up nothing: both play on until it is answered.
agree-draw = Offer a draw
agree-draw-both = End as a draw
agree-draw-help = The game ends, and nobody has won.
agree-adjourn = Offer to adjourn
agree-adjourn-help = The clocks stand until both want to go on; after two weeks either goes on alone.
agree-resume = Offer to go on
agree-resume-help = The clocks run again.
agree-seat = Hand over your seat
agree-seat-help = You get a link for somebody else, who plays on for you.
agree-computer = Let the computer play on
agree-computer-help = It takes your seat for the rest of the game, and you watch.
agree-level = Computer player
agree-resign-help = { $many ->
    [yes] { $side } give up and the other side wins.
   *[no] { $side } gives up and the other side wins.
 }
agree-resign-sure = Resign: are you sure?
agree-offered = offered

offer-title = An offer
offer-made = { $kind ->
    [draw] { $many ->
        [yes] { $side } offer a draw.
       *[no] { $side } offers a draw.
     }
    [adjourn] { $many ->
        [yes] { $side } offer to adjourn the game.
       *[no] { $side } offers to adjourn the game.
     }
    [resume] { $many ->
        [yes] { $side } want to go on.
       *[no] { $side } wants to go on.
     }
    [seat] { $many ->
        [yes] { $side } would like to hand over to another person.
       *[no] { $side } would like to hand over to another person.
     }
   *[computer] { $many ->
        [yes] { $side } would like to hand over to the computer ({ $player }).
       *[no] { $side } would like to hand over to the computer ({ $player }).
     }
 }
offer-mine = { $kind ->
    [draw] You have offered a draw.
    [adjourn] You have offered to adjourn the game.
    [resume] You have offered to go on.
    [seat] You have asked to hand over your seat.
   *[computer] You have asked to let the computer play on.
 }
offer-lapses = It lapses with your next move.
offer-accept = Accept
offer-decline = Decline
offer-withdraw = Withdraw
offer-adjourned = The game is adjourned. The clocks stand.
offer-go-on = Offer to go on
offer-handed = You may hand over your seat. Send this link; until somebody takes it, the seat is yours.
offer-handing = { $side }: the seat is about to be handed over.
offer-make-link = Make the link
offer-keep = Keep the seat
offer-link = Link to your seat
offer-copy = Copy
offer-copied = Copied

## Talk

talk-title = Talk
talk-none = Nothing has been said yet.
talk-apart = Who plays hears this when the game has ended.
talk-among = Only you two hear this until the game has ended.
talk-say = Say something
talk-send = Send
talk-phrases = In a word
talk-phrase = { $which ->
    [hello] Hello!
    [luck] Good luck!
    [well] Well played!
    [sorry] Sorry!
    [moment] One moment, please.
    [later] I go on later.
    [thanks] Thank you!
   *[bye] Good-bye!
 }
talk-may-not = You cannot write here.
talk-gone = A moderator has taken this away.
talk-gallery = watching
talk-you = You
talk-about = About { $name }
talk-mute = Hide what others write here
talk-unmute = Show what others write
talk-muted = What others write here is hidden.
talk-block = Block { $name } everywhere
talk-blocked = You will not hear { $name } any more. On your own page you can change that.
talk-report = Report to the moderators
talk-reported = The moderators will look at it.

## Moderators

blocks-title = Whom you have blocked
blocks-end = Unblock
reports-title = What has been reported
reports-none = Nothing waits.
reports-by = { $name } reports, { $when }
reports-why = “{ $why }”
reports-table = The table
reports-delete = Delete the message
reports-silence = Silence for { $days ->
    [one] a day
   *[other] { $days } days
 }
reports-close = Close this table’s talk
reports-done = Done
reports-silenced = silent until { $when }
reports-closed = the talk is closed
