// A stand-in for the table server while the client is drawn: it knows no rules, only a row of plausible scenes.
// Run `npm run build && npm run mock`, then open port 8640. Scenario 1 starts at the set-up, 2 at priorities, 3 at a move, 4 at an attack.
import { existsSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { dirname, extname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";
import { WebSocketServer } from "ws";

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, "../../src/grandharbour");
const artFile = join(root, "games/hawks/data/art.svg");
const bookFile = join(root, "games/hawks/rulebook.md");

const soon = (id, title, years, board, blurb) => ({ id, title, years, board, blurb, available: false, sides: [], scenarios: [], options: [], players: [] });
const games = [
  {
    id: "hawks", title: "Hawks over Malta", years: "1940-41", board: "squares", available: true,
    blurb: "Italian raiders against a handful of fighters. Four altitudes, clouds, guns, and bombers that must drop once and get home.",
    sides: [
      { id: "IT", name: "Regia Aeronautica", short: "Italy", colour: "axis" },
      { id: "BR", name: "Royal Air Force", short: "Britain", colour: "allies" },
    ],
    scenarios: [
      { id: "1", title: "Faith, Hope and Charity", blurb: "Three Gladiators from the crates against two CR.42s, a G.50 and two BR.20s." },
      { id: "2", title: "Raid over Malta", blurb: "Gladiators and the first Hurricanes against two flights of fighters and two Z.1007s." },
      { id: "3", title: "Struggle over the sky", blurb: "Nine raiders, three of them bombers, against three Hurricanes and a Tomahawk." },
      { id: "4", title: "Grand Tournament", blurb: "Ten against five: the largest raid in the box." },
    ],
    options: [
      { id: "priority", title: "Priority chits", help: "Chosen in secret, or dealt by chance.", rule: "HM-PRI.1", default: "chosen", values: [{ value: "chosen", label: "Chosen" }, { value: "random", label: "Dealt at random" }] },
      { id: "lucky", title: "LUCKY chits", help: "Used by themselves when they help, or asked every time.", rule: "HM-CHIT.3", default: "auto", values: [{ value: "auto", label: "By themselves" }, { value: "ask", label: "Ask" }] },
    ],
    players: [
      { id: "greedy", title: "Captain", help: "Looks one exchange ahead and takes the best odds." },
      { id: "random", title: "Recruit", help: "Plays anything legal." },
    ],
  },
  soon("convoys", "Malta Convoys", "1940-42", "points", "Bring the freighters through, from Gibraltar and from Alexandria, past submarines, torpedo boats and the bombers of Sicily."),
  soon("herkules", "Operation Herkules", "1942", "areas", "The invasion that never came: paratroops, landing craft and the fleet against the garrison of the island."),
  soon("c3", "Operazione C3", "1942", "hexes", "The Italian plan for Malta, battalion by battalion, from the drop zones to the Victoria Lines."),
  soon("kesselring", "Kesselring's War", "1943-44", "hexes", "The long road up Italy, from the toe to the Gothic Line."),
];

const columns = [..."ABCDEFG"];
const spaces = [];
for (let rank = 1; rank <= 9; rank++)
  columns.forEach((column, i) => {
    const square = column + rank;
    const box = { x: i * 100, y: (rank - 1) * 100, w: 100, h: 100, square };
    spaces.push({ id: square, ...box, level: null, label: square, within: null });
    for (let level = 1; level <= 4; level++) spaces.push({ id: `${square}/${level}`, ...box, level, label: `${square} at altitude ${level}`, within: square });
  });
const board = { kind: "squares", box: [0, 0, 700, 900], art: "/api/games/hawks/art.svg", title: "Malta and Gozo", spaces, levels: 4, columns: 7, ranks: 9, legend: [] };
const cells = spaces.filter((it) => it.level).map((it) => it.id);
const squares = spaces.filter((it) => !it.level).map((it) => it.id);

function rulebook() {
  if (!existsSync(bookFile)) return { game: "hawks", title: "Hawks over Malta", intro: "<p>Not written yet.</p>", chapters: [] };
  const book = { game: "hawks", title: "Hawks over Malta", intro: "", chapters: [] };
  for (const block of readFileSync(bookFile, "utf8").split(/\n(?=#)/)) {
    const [head, ...rest] = block.split("\n");
    const html = rest.join("\n").trim().split(/\n\n+/).map((it) => `<p>${it}</p>`).join("");
    if (head.startsWith("### ")) {
      const [id, ...title] = head.slice(4).split(" ");
      book.chapters.at(-1)?.rules.push({ id, title: title.join(" "), html });
    } else if (head.startsWith("## ")) book.chapters.push({ title: head.slice(3), rules: [] });
    else book.intro = html;
  }
  return book;
}

const planes = {
  CR42: ["IT", "CR.42", "fighter", ["2", "7+"]], G50: ["IT", "G.50", "fighter", ["2", "7+"]], MC200: ["IT", "MC.200", "fighter", ["2", "7+"]],
  BR20: ["IT", "BR.20", "bomber", ["1", "8+"]], SM79: ["IT", "SM.79", "bomber", ["1", "8+"]], Z1007: ["IT", "Z.1007", "bomber", ["1", "8+"]],
  Gladiator: ["BR", "Gladiator", "fighter", ["1", "8+"]], Hurricane: ["BR", "Hurricane", "fighter", ["2", "7+"]], Tomahawk: ["BR", "Tomahawk", "fighter", ["3", "6+"]],
};
const plane = (type, n, at, marks = [], box = null) => ({
  id: `${type} ${n}`, side: planes[type][0], label: planes[type][1], sub: String(n), symbol: planes[type][2], type, at, box,
  values: planes[type][3], marks, facts: [`Moves up to ${planes[type][3][0]} spaces`, `Hits on ${planes[type][3][1]}`],
});
const HIT = { id: "hit", label: "Hit", tone: "bad" };
const FIRED = { id: "fired", label: "Fired", tone: "plain" };

const tables = new Map();

function open(order) {
  const id = Math.random().toString(36).slice(2, 9);
  const tokens = Object.fromEntries(Object.entries(order.seats).map(([side, seat]) => [side, seat.kind === "computer" ? null : `${id}-${side}`]));
  const table = {
    id, order, tokens, epoch: 0, turn: 3, events: [], sockets: new Set(), number: { IT: 0, BR: 0 }, undo: null, over: null,
    pieces: [
      plane("CR42", 1, "D4/4"), plane("CR42", 2, "E4/3", [HIT]), plane("G50", 1, "C4/4"), plane("MC200", 1, "D4/2"), plane("MC200", 2, "F3/3", [FIRED]),
      plane("BR20", 1, "D4/3"), plane("BR20", 2, "D4/3"), plane("SM79", 1, "C3/2"), plane("Z1007", 1, "B4/3"),
      plane("Gladiator", 1, "D6/4"), plane("Gladiator", 2, "D6/4", [HIT, FIRED]), plane("Hurricane", 1, "C5/4"), plane("Hurricane", 2, "D5/4"), plane("Tomahawk", 1, "E6/3"),
      plane("Gladiator", 3, null, [], "down"), plane("G50", 2, null, [], "home"),
    ],
    markers: [
      { id: "cloud 1", kind: "cloud", at: "C5/3", label: "Cloud", state: null, side: null }, { id: "cloud 2", kind: "cloud", at: "E4/2", label: "Cloud", state: null, side: null },
      { id: "cloud 3", kind: "cloud", at: "D6/2", label: "Cloud", state: null, side: null }, { id: "cloud 4", kind: "cloud", at: "F7/4", label: "Cloud", state: null, side: null },
      { id: "objective 1", kind: "objective", at: "D5", label: "Objective", state: "intact", side: "BR" }, { id: "objective 2", kind: "objective", at: "F5", label: "Objective", state: "destroyed", side: "BR" },
      { id: "objective 3", kind: "objective", at: "B5", label: "Objective", state: "intact", side: "BR" },
      { id: "AA 1", kind: "aa", at: "D5", label: "AA", state: null, side: "BR" }, { id: "AA 2", kind: "aa", at: "E6", label: "AA", state: "fired", side: "BR" },
    ],
    scenes: { 1: ["objectives", "clouds", "priority", "move", "attack", "move", "answer"], 2: ["priority", "move", "attack", "answer"], 3: ["move", "attack", "move", "answer"], 4: ["attack", "answer", "move"] }[order.scenario],
    owed: {}, left: 0, ranked: { IT: [], BR: [] },
  };
  if (order.scenario === "1") Object.assign(table, { markers: [], turn: 0 });
  tables.set(id, table);
  say(table, { kind: "start", text: "The table is set.", rule: "HM-SETUP.1" });
  if (order.scenario !== "1") {
    say(table, { kind: "initiative", text: "Italy draws the roundel and moves first.", rule: "HM-INIT.1", side: "IT" });
    say(table, { kind: "move", text: "Gladiator 1 climbs from D6/3 to D6/4.", rule: "HM-MOVE.3", side: "BR", pieces: ["Gladiator 1"], from: "D6/3", to: "D6/4", spaces: ["D6/4"] });
    say(table, { kind: "fire", text: "Gladiator 2 fires at CR42 2.", rule: "HM-FIRE.1", side: "BR", pieces: ["Gladiator 2", "CR42 2"], spaces: ["E4/3"], dice: [5, 4], modifiers: [{ label: "Target lower", amount: 1, rule: "HM-DRM.3" }, { label: "Firer hit", amount: -1, rule: "HM-DRM.1" }], total: 9, need: 8, result: "Hit" });
    say(table, { kind: "fire", text: "MC200 2 fires at Hurricane 1 in the cloud.", rule: "HM-FIRE.1", side: "IT", pieces: ["MC200 2", "Hurricane 1"], spaces: ["C5/4"], dice: [6, 2], modifiers: [{ label: "Cloud", amount: -3, rule: "HM-DRM.5" }], total: 5, need: 7, result: "Miss" });
  }
  next(table);
  return { table: id, seats: tokens, commitment: "9f2c41d0a6b7e8835512c0ffee90aa17cd42e5b16f0d3a7798e1b2c3d4e5f607" };
}

function say(table, event) {
  table.events.push({ n: table.events.length, kind: "", rule: null, text: "", side: null, choice: 0, turn: table.turn, dice: [], modifiers: [], total: null, need: null, result: null, pieces: [], spaces: [], ...event });
}
const find = (table, id) => table.pieces.find((it) => it.id === id);
const choice = (verb, label, kind, targets, candidates, rule, dice = false) => ({ verb, label, kind, rule, targets, candidates, dice, help: null });
const decision = (side, prompt, rule, choices, more = {}) => ({ side, prompt, rule, about: null, choices, quiet: null, sealed: false, scripts: [], ...more });

function around(at) {
  const [square, level] = at.split("/");
  const c = columns.indexOf(square[0]);
  const r = Number(square.slice(1));
  const n = Number(level);
  const to = [[c - 1, r, n], [c + 1, r, n], [c, r - 1, n], [c, r + 1, n], [c, r, n - 1], [c, r, n + 1]];
  return to.filter(([x, y, z]) => x >= 0 && x < 7 && y > 0 && y < 10 && z > 0 && z < 5).map(([x, y, z]) => `${columns[x]}${y}/${z}`);
}

const scenes = {
  objectives(table) {
    table.left ||= 3;
    const free = columns.map((it) => `${it}5`).filter((it) => !table.markers.some((m) => m.at === it));
    table.owed = { IT: decision("IT", `Place an Objective on rank 5 (${table.left} to go).`, "HM-SETUP.3", [choice("place", "Place Objective", "space", free, squares, "HM-SETUP.3")], { scripts: [{ id: "rest", label: "Historical places" }] }) };
  },
  clouds(table) {
    table.left ||= 3;
    const free = cells.filter((it) => !/[19]\//.test(it) && !table.markers.some((m) => m.at === it));
    table.owed = { BR: decision("BR", `Place a cloud (${table.left} to go).`, "HM-SETUP.5", [choice("cloud", "Cloud here", "space", free, cells, "HM-SETUP.5")], { scripts: [{ id: "rest", label: "Scatter the rest" }] }) };
  },
  priority(table) {
    table.turn ||= 1;
    for (const side of ["IT", "BR"]) {
      const own = table.pieces.filter((it) => it.side === side && it.at).map((it) => it.id);
      const free = own.filter((it) => !table.ranked[side].includes(it));
      if (free.length) table.owed[side] = decision(side, `Which plane gets priority ${table.ranked[side].length + 1}?`, "HM-PRI.1", [choice("next", "Next", "piece", free, own, "HM-PRI.1")], { sealed: true, scripts: [{ id: "same", label: "Same order as last turn" }] });
      else delete table.owed[side];
    }
  },
  move(table) {
    const mover = find(table, "CR42 1");
    const to = around(mover.at).slice(0, 5);
    table.owed = { IT: decision("IT", "Move CR.42 1: one space, two left.", "HM-MOVE.1", [choice("to", "Fly here", "space", to, cells, "HM-MOVE.3"), choice("halt", "Stop here", "nothing", [], [null], "HM-MOVE.2")], { about: { kind: "piece", id: "CR42 1" } }) };
  },
  attack(table) {
    table.owed = { BR: decision("BR", "Hurricane 2 may fire at a foe directly below.", "HM-ENG.3", [choice("fire", "Fire", "piece", ["BR20 1", "BR20 2"], ["BR20 1", "BR20 2", "CR42 1", "MC200 1"], "HM-ENG.3", true), choice("hold", "Hold fire", "nothing", [null], [null], "HM-ENG.3")], { about: { kind: "piece", id: "Hurricane 2" }, quiet: { verb: "hold", target: null } }) };
  },
  answer(table) {
    table.owed = { IT: decision("IT", "How many bombs does BR20 1 drop?", "HM-BOMB.3", [choice("bombs", "Bombs", "number", [1, 2], [1, 2], "HM-BOMB.3", true), choice("hold", "Keep them", "nothing", [null], [null], "HM-BOMB.1")], { about: { kind: "piece", id: "BR20 1" }, quiet: { verb: "hold", target: null } }) };
  },
};

function next(table) {
  const scene = table.scenes[0];
  if (!scene) {
    table.owed = {};
    table.over = { winner: "IT", reason: "Italy leads by 6, more than the par of 5.", rule: "HM-END.2", scores: { IT: 9, BR: 3 }, level: null };
    return;
  }
  scenes[scene](table);
  const owing = Object.keys(table.owed);
  if (!owing.length) {
    table.scenes.shift();
    return next(table);
  }
  for (const side of owing) if (table.tokens[side] === null) setTimeout(() => computer(table, side), 500);
}

function computer(table, side) {
  const owed = table.owed[side];
  if (!owed) return;
  const able = owed.choices.find((it) => it.targets.length);
  play(table, side, able.verb, able.targets[0]);
}

function play(table, side, verb, target) {
  table.number[side] += 1;
  const mark = { choice: table.number[side], side };
  if (verb === "place" || verb === "cloud") {
    const kind = verb === "place" ? "objective" : "cloud";
    table.markers.push({ id: `${kind} ${table.markers.length}`, kind, at: target, label: kind === "cloud" ? "Cloud" : "Objective", state: kind === "cloud" ? null : "intact", side: null });
    say(table, { ...mark, kind: "place", text: `${kind === "cloud" ? "A cloud" : "An Objective"} stands at ${target}.`, rule: kind === "cloud" ? "HM-SETUP.5" : "HM-SETUP.3", spaces: [target] });
    table.left -= 1;
    if (!table.left) table.scenes.shift();
  } else if (verb === "next") table.ranked[side].push(target);
  else if (verb === "to") {
    const mover = find(table, "CR42 1");
    say(table, { ...mark, kind: "move", text: `CR42 1 flies from ${mover.at} to ${target}.`, rule: "HM-MOVE.3", pieces: ["CR42 1"], from: mover.at, to: target, spaces: [target] });
    mover.at = target;
    table.scenes.shift();
  } else if (verb === "fire") {
    find(table, "Hurricane 2").marks = [FIRED];
    find(table, target).marks = [HIT];
    say(table, { ...mark, kind: "fire", text: `Hurricane 2 dives on ${target}.`, rule: "HM-FIRE.1", pieces: ["Hurricane 2", target], spaces: ["D5/4", "D4/3"], dice: [4, 3], modifiers: [{ label: "Target is a bomber", amount: 1, rule: "HM-DRM.2" }, { label: "Target lower", amount: 1, rule: "HM-DRM.3" }], total: 9, need: 7, result: "Hit" });
    table.scenes.shift();
  } else {
    say(table, { ...mark, kind: verb, text: `${side === "IT" ? "Italy" : "Britain"}: ${verb} ${target ?? ""}`.trim(), rule: null });
    table.scenes.shift();
  }
  next(table);
  push(table);
}

function view(table) {
  const moving = ["CR42 1", "Hurricane 1", "BR20 1", "Hurricane 2", "BR20 2", "Gladiator 1", "MC200 1", "Tomahawk 1", "SM79 1"];
  return {
    heading: table.turn ? `Turn ${table.turn} of 12` : "Setting up", phase: { objectives: "Objectives", clouds: "Clouds", priority: "Priorities", move: "Movement", attack: "Movement: reaction", answer: "Bombing" }[table.scenes[0]] ?? "End", turn: table.turn,
    tracks: [
      { id: "turn", label: "Turn", value: table.turn, max: 12, side: null, note: null },
      { id: "IT", label: "Italy", value: 6, max: null, side: "IT", note: "2 Objectives" },
      { id: "BR", label: "Britain", value: 3, max: null, side: "BR", note: "1 bomber, 1 fighter" },
      { id: "margin", label: "Margin", value: "+3", max: null, side: null, note: "Italy must beat par 5" },
    ],
    pieces: table.scenes[0] === "objectives" ? table.pieces.map((it) => ({ ...it, at: null, box: null })) : table.pieces,
    markers: table.markers, boxes: [{ id: "down", label: "Shot down", side: null }, { id: "home", label: "Flown home", side: "IT" }],
    ribbon: table.turn && table.scenes[0] !== "priority" ? moving.map((piece, i) => ({ piece, state: i < 2 ? "done" : i === 2 ? "now" : "next", note: `Priority ${1 + (i >> 1)}` })) : [],
  };
}

function state(table, side, since = 0, epoch = 0) {
  const from = epoch === table.epoch ? Math.min(since, table.events.length) : 0;
  return {
    type: "state", table: table.id, side, epoch: table.epoch, from, events: table.events.slice(from), view: view(table), decision: (side && table.owed[side]) || null,
    number: side ? table.number[side] : 0, can_undo: false, undo_reason: "Dice have been rolled since.", outcome: table.over,
    waiting: Object.keys(table.owed).filter((it) => it !== side).map((it) => ({ side: it, text: `${it === "IT" ? "Italy" : "Britain"} is planning` })),
    dice: { commitment: "9f2c41d0a6b7e8835512c0ffee90aa17cd42e5b16f0d3a7798e1b2c3d4e5f607", seed: table.over ? "00ffee" : null },
  };
}

function push(table) {
  for (const it of table.sockets) {
    it.socket.send(JSON.stringify(state(table, it.side, it.since, table.epoch)));
    it.since = table.events.length;
  }
}

function seatOf(table, token) {
  return Object.keys(table.tokens).find((side) => token && table.tokens[side] === token) ?? null;
}

const odds = (target) => ({
  title: `Hurricane 2 fires at ${target}`, rule: "HM-FIRE.1", need: "7+ on two dice", note: "The bomber does not answer a reaction.",
  modifiers: [{ label: "Target is a bomber", amount: 1, rule: "HM-DRM.2" }, { label: "Target lower", amount: 1, rule: "HM-DRM.3" }, { label: "Firer in cloud", amount: -3, rule: "HM-DRM.5" }],
  chances: [{ result: "Hit", p: 15 / 36, exact: "15/36" }, { result: "Miss", p: 21 / 36, exact: "21/36" }],
});
const whynot = (verb, target) =>
  verb === "to" ? { rule: "HM-MOVE.4", reason: `${target} is not next to D4/4: a space is one square straight on at the same altitude, or one altitude up or down.`, spaces: ["D4/4"], because: null }
  : verb === "halt" ? { rule: "HM-MOVE.2", reason: "A plane cannot stand still: it flies one space or more each turn.", spaces: [], because: null }
  : { rule: "HM-ENG.4", reason: `${target} is not in the space directly below.`, spaces: ["D5/3"], because: null };

const types = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".woff2": "font/woff2", ".woff": "font/woff" };
const server = createServer(async (request, response) => {
  const url = new URL(request.url, "http://mock");
  const path = url.pathname;
  const json = (body, status = 200) => response.writeHead(status, { "Content-Type": status < 400 ? "application/json" : "application/problem+json" }).end(JSON.stringify(body));
  const table = tables.get(/^\/api\/tables\/([^/]+)/.exec(path)?.[1]);
  if (path === "/api/games") return json(games);
  if (path === "/api/games/hawks/rulebook") return json(rulebook());
  if (path === "/api/games/hawks/board") return json(board);
  if (path === "/api/games/hawks/art.svg") return response.writeHead(200, { "Content-Type": "image/svg+xml" }).end(existsSync(artFile) ? readFileSync(artFile) : "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 700 900'/>");
  if (path === "/api/tables" && request.method === "POST") {
    let body = "";
    for await (const part of request) body += part;
    return json(open(JSON.parse(body)), 201);
  }
  if (table && path.endsWith("/moments")) return json({ moments: table.events.length + 1, marks: [{ moment: 0, label: "Setting up" }, { moment: 2, label: "Turn 3" }] });
  if (table && /\/moments\/\d+$/.test(path)) {
    const k = Number(path.split("/").at(-1));
    const shown = view(table);
    return json({ moment: k, view: { ...shown, pieces: shown.pieces.map((it, i) => (it.at && i % 3 === k % 3 ? { ...it, at: around(it.at)[0] } : it)) }, events: table.events.slice(Math.max(0, k - 1), k) });
  }
  if (table && path.endsWith("/save")) return response.writeHead(200, { "Content-Disposition": 'attachment; filename="hawks.harbour"' }).end("save");
  if (table) return json({ table: table.id, game: "hawks", scenario: table.order.scenario, options: {}, seats: {}, started: null, ended: !!table.over, heading: view(table).heading });
  if (path.startsWith("/api/")) return json({ type: "/problems/unknown-table", title: "No such table", status: 404, detail: "The server does not keep a table of that name." }, 404);
  const file = join(root, "static", normalize(path));
  const real = extname(path) && existsSync(file) ? file : join(root, "static/index.html");
  response.writeHead(200, { "Content-Type": types[extname(real)] ?? "application/octet-stream" }).end(readFileSync(real));
});

new WebSocketServer({ server }).on("connection", (socket, request) => {
  const table = tables.get(/\/tables\/([^/]+)\/live/.exec(request.url)?.[1]);
  if (!table) return socket.close();
  const seat = { socket, side: null, since: 0 };
  let met = false;
  socket.on("message", (data) => {
    const message = JSON.parse(data);
    if (!met) {
      met = true;
      seat.side = seatOf(table, message.seat);
      socket.send(JSON.stringify(state(table, seat.side, message.since, message.epoch)));
      seat.since = table.events.length;
      table.sockets.add(seat);
    } else if (message.do === "odds") socket.send(JSON.stringify({ type: "answer", id: message.id, answer: odds(message.target) }));
    else if (message.do === "whynot") socket.send(JSON.stringify({ type: "answer", id: message.id, answer: whynot(message.verb, message.target) }));
    else if (message.do === "play") {
      const owed = table.owed[seat.side]?.choices.find((it) => it.verb === message.verb);
      if (owed?.targets.includes(message.target)) play(table, seat.side, message.verb, message.target);
      else socket.send(JSON.stringify({ type: "problem", do: "play", problem: { type: "/problems/illegal-choice", title: "Not allowed", status: 409, detail: "That is not on the list.", rule: "HM-MOVE.4" } }));
    } else if (message.do === "script") {
      const owed = table.owed[seat.side];
      const before = table.scenes[0];
      for (let i = 0; i < 20 && table.owed[seat.side] && table.scenes[0] === before; i++) {
        const able = table.owed[seat.side].choices[0];
        play(table, seat.side, able.verb, able.targets[(i * 37) % able.targets.length]);
      }
      if (!owed) push(table);
    } else if (message.do === "resign") {
      table.over = { winner: seat.side === "IT" ? "BR" : "IT", reason: "The other side resigned.", rule: null, scores: { IT: 6, BR: 3 }, level: null };
      table.owed = {};
      push(table);
    }
  });
  socket.on("close", () => table.sockets.delete(seat));
});

server.listen(Number(process.env.PORT ?? 8640), "127.0.0.1");
