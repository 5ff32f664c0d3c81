# Orders for when somebody is away.

orders-title = My orders
orders-how = The table answers for you, whether you look or not. Only you see this list. Where no order fits you are asked.
orders-how-secrets = This game has secrets: an order holds for every question of its kind, and throws no dice.
orders-none = No orders. Whatever comes, you are asked.
orders-first = Of several that fit, the one that names a place goes first, then the one that names chances.
orders-holds = { $what } (holds)
orders-strike = Strike: { $what }
orders-new = A new order
orders-question = When I am asked
orders-choose = choose
orders-where = Where
orders-anywhere = anywhere
orders-where-click = Click the place
orders-where-clicking = Click a place or a piece on the board …
orders-where-drop = Anywhere instead
orders-answer = Answer
orders-quiet = As who does not care
orders-advised = As the adviser would
orders-target = With
orders-target-any = whichever the adviser takes
orders-target-click = Click them on the board
orders-target-clicking = Click on the board, best first …
orders-target-done = Enough
orders-target-drop = Not { $what }
orders-target-rule = The first of them that is legal then.
orders-chances = At which chances
orders-chances-none = never where dice follow
orders-chances-choose = choose: dice may follow
orders-measure = { $measure ->
    [any] whatever they are
    [chance-least] the attack succeeds with at least
    [chance-most] the attack succeeds with at most
    [odds-least] attack to defence is at least
   *[odds-most] attack to defence is at most
 }
orders-value = How much
orders-percent = %
orders-to-one = to 1
orders-give = Give this order
orders-said = { $question }{ $where }: { $answer }{ $chances }
orders-said-where = , { $where }
orders-said-chances = { $measure ->
    [any] , at any chances
    [chance-least] , if the attack succeeds with { $value } % or more
    [chance-most] , if the attack succeeds with { $value } % or less
    [odds-least] , at { $value } to 1 or more
   *[odds-most] , at { $value } to 1 or less
 }
