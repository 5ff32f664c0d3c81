# The words about programs and the tokens they come with.

programs-title = Programs
programs-help = A token lets a program come in your name: to look, to find games, or to play them. It is shown once; only a hash of it is kept.
programs-none = None yet.
programs-name = What it is for
programs-scopes = What it may do
programs-scope = { $scope ->
    [read] look at what you may see
    [challenge] challenge, accept, open tables
   *[play] decide at your tables
 }
programs-mark = This account becomes a program’s, for good: it is marked wherever its name is shown. Who plays himself as well has another name for his program.
programs-marked = This is the account of a program, and marked so wherever its name is shown.
programs-make = Make a token
programs-once = Copy it now: it is not shown again.
programs-token = The new token
programs-line = { $name }: { $scopes }
programs-seen = last used { $when }
programs-unseen = never used
programs-revoke = Revoke
