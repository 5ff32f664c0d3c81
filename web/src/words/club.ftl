# The words of the club: people, tables of one's own, lobby, clocks, standing. They are fetched with its pages.

club-ways = The club
sure-no = No
named-scene = { $game }: { $scenario }
guest = a guest
guest-named = Guest { $id }
program-named = { $name } (program)
me-title = You
me-under = at this harbour
me-private = This is a private harbour: nobody needs a name here. Tables are found again in this browser.
me-guest = You are a guest. Your tables are kept for this browser; with a name you find them on every machine.
me-new = Who plays here may take a name. It costs nothing and brings your tables along.
me-waiting = You have asked to join as { $name }. A moderator has to let you in; until then you play as a guest does.
me-moderator = Moderator of this club

join-title = Join
join-invited = You have been invited.
join-by-invitation = One joins this club by the invitation of a member.
join-by-moderators = A moderator lets new members in.
join-name = Name
join-name-help = 2 to 24 letters, digits, spaces, dots, hyphens and apostrophes
join-mail = Mail
join-mail-help = Only to find back when a password is lost, and to be told what you ask for. May stay empty.
join-password = Password
join-password-help = At least 8 characters
join-do = Join
join-passkey = Join with a passkey

enter-title = Come back
enter-name = Name or mail
enter-do = Sign in
enter-passkey = Sign in with a passkey
enter-forgotten = Password lost?
enter-forgotten-help = If this address belongs to a member and has been confirmed, a link is sent there.
enter-send = Send the link
enter-sent = If somebody has confirmed this address, a link is on its way.
enter-reset = A new password
enter-reset-do = Set the password
leave = Sign out
confirmed = Your address is confirmed.

mail-title = Mail
mail-confirmed = confirmed
mail-waits = Not confirmed yet: open the link that was sent there.
mail-no-post = This club sends no mail.
mail-change = Change
mail-again = Send the link again
mail-sent = A link is on its way to this address: open it to confirm that it is yours.

password-title = Password
password-old = The old one
password-new = The new one
password-change = Change
password-changed = Done. Every other device has been signed out.

passkeys-title = Passkeys
passkeys-help = A passkey is kept by this device or its keychain and opens the door without a password.
passkeys-none = None yet.
passkeys-add = Add a passkey
passkey-none = No passkey was made or found.
made-on = { $device }, since { $when }
remove = Remove

sessions-title = Devices
sessions-help = Where you are signed in. A device that is signed out is told nothing any more.
session-here = this one
session-seen = last seen { $when }
session-end = Sign out
session-others = Sign out all others
session-others-help = Links that opened your seats are void then, too.

invite-title = Invite
invite-help = A link with which one person can join.
invite-make = Make an invitation
waiting-title = Who wants to join
waiting-none = Nobody waits.
waiting-admit = Let in
waiting-refuse = Refuse

data-title = Your data
data-export = Download everything
data-forget = Be forgotten
data-forget-help = Name, mail, password, passkeys and devices are deleted at once. Your games stay, with a seat that is nobody’s. Type your name to do it.
data-forget-guest-help = Everything this harbour knows of you is deleted at once. Your games stay, with a seat that is nobody’s.

telling-title = How you are told
telling-help = Never while you have the table before your eyes, and one message for all that has happened since.
telling-of = Of what
telling-kind = { $kind ->
    [turn] It is my turn
    [asked] The other side asks me something
    [ended] A game has ended
    [challenge] Somebody challenges me
    [talk] Somebody writes to me
    [club] Something waits for the moderators
   *[clock] My clock runs low
 }
telling-when = When
telling-at-once = As soon as it happens
telling-daily = Once a day
telling-hour = at
telling-mail = By mail too, to { $mail }
telling-no-mail = By mail too (there is no confirmed address)
telling-pushes = Devices that are told
telling-no-pushes = None yet.
telling-push-here = Tell me on this device
telling-hooks = Services that are told
telling-no-hooks = None yet.
hook-kind = { $kind ->
    [discord] Discord
    [slack] Slack
    [matrix] Matrix
    [ntfy] ntfy
   *[json] Anything that reads JSON
 }
hook-failed = { $n ->
    [one] the last message was not taken
   *[other] the last { $n } messages were not taken
 }
hook-add = Add a service
hook-service = Service
hook-url = Its address
hook-help = { $kind ->
    [discord] The webhook of a channel: Edit channel, Integrations, Webhooks.
    [slack] An incoming webhook of your workspace.
    [matrix] https://server/_matrix/client/v3/rooms/ROOM, with an access token as the secret.
    [ntfy] The address of a topic, such as https://ntfy.sh/my-topic.
   *[json] Each message is one POST, signed with the secret (X-Harbour-Signature).
 }
hook-secret = Secret
hook-try = Try it and keep it

## My tables

mine-title = My tables
mine-page-title = ({ $n }) Your turn · Grand Harbour
page-title-turns = ({ $n }) { $page } · Grand Harbour
mine-turn = Your turn ({ $n })
mine-waiting = You wait ({ $n })
mine-over = Ended ({ $n })
mine-challenged =
    { $n ->
        [one] Somebody has challenged you.
       *[other] { $n } people have challenged you.
    }
mine-as = { $scenario }, { $side } against { $other }
mine-both = both sides
mine-computer = the computer ({ $level })
mine-somebody = somebody
mine-nobody = nobody yet
mine-since = { $heading }, since { $when }
lobby-since = last move { $when }
mine-ended = { $result }, { $when }
mine-won = Won
mine-lost = Lost
mine-draw = Drawn
mine-won-by = { $side } won
mine-adjourned = adjourned
mine-forget = Forget { $table }
mine-others =
    { $n ->
        [one] Another table waits for you
       *[other] { $n } other tables wait for you
    }
rated = counts
friendly = friendly
members-only = members only

## Clocks

clock-title = Clock
clock-none = no clock
clock-correspondence = correspondence
clock-fischer = live
clock-days =
    { $days ->
        [one] one day
       *[other] { $days } days
    } for an answer, { $reserve } in reserve
clock-live = { $minutes } min + { $seconds } s
clock-days-each = Days to answer
clock-days-reserve = Days in reserve
clock-minutes = Minutes
clock-seconds = Seconds added
clock-flag = If time runs out
clock-loss = the game is lost
clock-computer = the computer takes the seat
clock-reserve = +{ $days } d
left-days = { $days } d { $hours } h
left-hours = { $hours } h { $minutes } min

## Lobby

lobby-title = Lobby
lobby-under = who wants to play
lobby-open = Challenges
lobby-filter = Which challenges are shown
lobby-any = any
lobby-game = Game
lobby-counts = Counts
lobby-none = Nobody wants to play just now. Say what you would like.
lobby-none-such = Nobody wants to play that.
lobby-plays = { $name }, as { $side }
lobby-chance = { $name }, sides by chance
lobby-mine = You
lobby-named = { $name } ({ $rating })
lobby-for-you = meant for you
lobby-for = for { $name }
lobby-by-link = by link
lobby-while-here = others see it while you are here
lobby-withdraw = Take back
lobby-accept = Accept
lobby-decline = Decline
lobby-join-first = Join first
lobby-linked = You have been challenged
lobby-make = Challenge
lobby-options =
    { $n ->
        [0] Options
       *[other] Options ({ $n } changed)
    }
lobby-side = Your side
lobby-by-chance = by chance
lobby-rated = counts for the standing
lobby-whom = Who may accept
lobby-anybody = anybody
lobby-by-name = somebody by name
lobby-link = who has the link
lobby-send-link = Send this link to your opponent
lobby-copy = Copy
lobby-copied = Copied
lobby-begun = Accepted: { $game }, { $side } against { $other }.
lobby-go = Go to the table
lobby-do = Challenge
lobby-running = Games to watch
lobby-seat = { $side }: { $name }
lobby-watch = Watch
lobby-quiet = No two people play just now.

tournaments-link = Tournaments
ladder-link = Ladder

## Standing

standing-title = Standing
standing-list = { $game }: the members
standing-place = Place
standing-rating = Rating
standing-games = Games
standing-none = No game has counted yet.
standing-gone = somebody who left
standing-way = The way of { $name }
standing-chart = The rating over { $n } games: from { $first } to { $last }
standing-against = Against
standing-people = people
standing-computer = the computer and programs
standing-level = Rating { $rating }, ±{ $deviation }, { $games ->
    [one] one game
   *[other] { $games } games
 }
standing-result = { $result } as { $side } against { $other }

holidays-title = Holidays
holidays-help = Days on which your correspondence clocks stand, the first and the last included. Up to sixty days a year.
holidays-from = From
holidays-until = Until
holidays-add = Go on holiday
holidays-end = Come back
holiday-is = { $from } to { $until }
home-lobby = Lobby
home-enter = Join or sign in
