/* Written by tools/glyphs.py from src/grandharbour/press/outlines.toml: change it there. */

/** Strokes and filled shapes inside a box of 26 x 16; `below` hangs under it. */
export interface Glyph {
  line?: string;
  fill?: string;
  below?: string;
}

/** An aircraft from above in 100 x 100: wing span, chord at root and tip, how far down the fuselage the wing sits. */
export interface Measures {
  span: number;
  root: number;
  tip: number;
  wing: number;
  length: number;
  width: number;
  tail: number;
  nose: "blunt" | "pointed" | "glass";
  /** Distances of wing engines from the middle. */
  engines?: number[];
  fins?: 1 | 2;
  /** Span and chord of a second wing. */
  lower?: [number, number];
}

export const ships: Record<string, string> = {
  gunfire: "M2 26H98L90 36H10ZM30 26V19H44V10H48V3H51V10H58V19H66V26ZM68 26V21H78V26ZM78 22L92 18L92.6 19.6L78 24ZM14 26V21H26V26ZM14 22L3 18L2.4 19.6L14 24Z",
  amphib: "M4 14H12V22H72L92 12L97 14L88 34H10ZM14 22V10H28V22ZM18 10V4H20V10ZM36 22V17H46V22ZM52 22V17H62V22Z",
  battleship: "M1 25L8 26.4H90L99 23L92 36H9ZM14 27V21H24V27ZM14 22.6L3 20L3.4 18.2L14 20.4ZM25 27V16.4H33V27ZM25 18L15 15.6L15.4 14L25 16ZM36 27V15H41V8H44V2H46.4V8H52V15H56V27ZM58 27L59 10H65L66 27ZM67 27V16.4H75V27ZM75 18L85 15.6L84.6 14L75 16ZM76 27V21H86V27ZM86 22.6L97 20L96.6 18.2L86 20.4Z",
  battlecruiser: "M1 26L8 27H91L99 24L92 36H8ZM14 28V22H24V28ZM14 23.4L3 21L3.4 19.4L14 21.4ZM33 28V20H38V11H40V20H43V28ZM44 28L45 11H50L50.6 28ZM54 28L55 11H60L60.6 28ZM62 28V15H66V6H68V15H71V28ZM72 28V18.4H79V28ZM79 19.6L88 17.6L87.6 16L79 17.8ZM80 28V22H88V28ZM88 23.4L98 21L97.6 19.4L88 21.4Z",
  cruiser: "M2 27.4H92L99 24.6L92 36H9ZM15 28V22.4H25V28ZM15 23.8L6 21.8L6.4 20.2L15 22ZM30 28V10H31.6V28ZM36 28L37.4 17H43L43.4 28ZM48 28L49.4 14.6H55.4L56 28ZM61 28V16H65V8H67V16H72V28ZM76 28V22.4H86V28ZM86 23.8L95 21.8L94.6 20.2L86 22Z",
  destroyer: "M3 29.4H68V26.4H84L98 24L92 36H8ZM15 30V25H22V30ZM15 26.2L8 24.8V23.4L15 24.6ZM29 30V27H34V30ZM37 30L35.6 20H40.4L42 30ZM50 30L48.4 18.4H53.6L55.6 30ZM59 30V11H60.4V30ZM62 30V20H64V16H69V27H71V30ZM75 27V22.4H81V27ZM81 23.8L89 22.2V20.8L81 22.2Z",
  carrier: "M1 18.6H97L99 21L93 24L88 36H11L6 24L1 22.4ZM54 19V12H58V4H60V8H61V3H62V9H68V19ZM70 19V15H74V19ZM16 27H34V30H16ZM64 27H82V30H64Z",
  submarine: "M2 30.4Q12 26.6 30 26.4H76Q92 27 99 30.4Q92 36 78 36H22Q8 35 2 30.4ZM42 27L45 17H57L60 27ZM48 17V8H49.8V17ZM52 17V11H53.4V17ZM66 27V23.6H70V27ZM70 24.6L77 22.8V24.2L70 26Z",
  freighter: "M2 21H13L15 25H84L88 20H98L91 36H9ZM41 26V15H59V26ZM46 16V8H52V16ZM26.2 26V5H27.8V26ZM72.2 26V5H73.8V26ZM27.4 7L38 20L36.8 21L26.4 8.4ZM26.6 7L17 20L18.2 21L27.6 8.4ZM73.4 7L83 19L81.8 20L72.4 8.4ZM72.6 7L62 20L63.2 21L73.6 8.4Z",
  tanker: "M2 23.6H27L29 27H82L88 22H98L91 36H9ZM8 24V15H23V24ZM12 16V7H18V16ZM22 20.4H55V22H22ZM54 28V16H58V12H59.4V16H63V28ZM40.2 28V12H41.8V28ZM76.2 28V12H77.8V28Z",
  transport: "M2 22.6H98L91 36H9ZM17 23V16H84L80 23ZM26 17V11H76L73 17ZM38 12L39.4 2H46L45 12ZM56 12L57.4 2H64L63 12ZM12 23V9H13.4V23ZM88 23V9H89.4V23Z",
  mtb: "M5 26L60 24.6L98 22L88 34Q50 36.4 9 34ZM42 25L46 16.6H58L62 25ZM50 17V7H51.4V17ZM18 24.6L39 20.6L40 23L19 26.4ZM66 24.6L86 20.4L87 22.8L67 25.6Z",
  mas: "M5 26L60 24.6L98 22L88 34Q50 36.4 9 34ZM42 25L46 16.6H58L62 25ZM50 17V7H51.4V17ZM18 24.6L39 20.6L40 23L19 26.4ZM66 24.6L86 20.4L87 22.8L67 25.6Z",
  convoy: "M2 13H8L9 15H34L36 12H41L37 20H6ZM17 15V9H25V15ZM19 9V5H22V9ZM58 13H64L65 15H90L92 12H97L93 20H62ZM73 15V9H81V15ZM75 9V5H78V9ZM22 29H30L32 32H66L69 28H77L71 39H28ZM42 32V24H53V32ZM45 24V18H49V24Z",
};

export const land: Record<string, string> = {
  infantry: "M33 25Q35 9 50 9Q65 9 67 25L72 29H28ZM37 32H63Q63 45 50 47Q37 45 37 32ZM17 90Q18 60 38 52L50 58L62 52Q82 60 83 90Z",
  tank: "M9 68Q9 56 21 56H80Q93 56 93 68Q91 82 78 82H24Q11 82 9 68ZM19 69a7 7 0 1 0 14 0a7 7 0 1 0 -14 0ZM23.6 69a2.4 2.4 0 1 0 4.8 0a2.4 2.4 0 1 0 -4.8 0ZM36 69a7 7 0 1 0 14 0a7 7 0 1 0 -14 0ZM40.6 69a2.4 2.4 0 1 0 4.8 0a2.4 2.4 0 1 0 -4.8 0ZM53 69a7 7 0 1 0 14 0a7 7 0 1 0 -14 0ZM57.6 69a2.4 2.4 0 1 0 4.8 0a2.4 2.4 0 1 0 -4.8 0ZM70 69a7 7 0 1 0 14 0a7 7 0 1 0 -14 0ZM74.6 69a2.4 2.4 0 1 0 4.8 0a2.4 2.4 0 1 0 -4.8 0ZM17 53L25 42H77L87 53ZM34 39L39 26H61L66 39ZM63 29H97V34H65Z",
  artillery: "M23 66a19 19 0 1 0 38 0a19 19 0 1 0 -38 0ZM33 66a9 9 0 1 0 18 0a9 9 0 1 0 -18 0ZM40 60L88 24L92 30L47 66ZM36 70L6 88L3 82L33 61ZM50 30L57 27L65 54L57 57Z",
  "at gun": "M25 70a15 15 0 1 0 30 0a15 15 0 1 0 -30 0ZM34 70a6 6 0 1 0 12 0a6 6 0 1 0 -12 0ZM46 56H96V61H46ZM91 53H97V64H91ZM38 38H48V66H38ZM30 72L4 82L3 77L29 64Z",
  "aa gun": "M42 58L68 9L76 13L52 63ZM58 64L82 25L87 28L64 68ZM28 64Q48 48 68 64V74H28ZM10 90L32 72H64L90 90H77L61 80H36L23 90Z",
  "coastal gun": "M6 82V58Q6 38 30 36Q50 37 55 48V82ZM50 50L95 37L97 44L53 60ZM3 82H97V89H3Z",
  hq: "M22 9H29V92H22ZM29 13H86L74 32L86 51H29Z",
  engineer: "M9 74V30H91V74H79V43H56V74H44V43H21V74Z",
  para: "M8 46Q12 9 50 9Q88 9 92 46Q84 38 76 46Q67 38 59 46Q50 38 41 46Q33 38 24 46Q16 38 8 46ZM10 47L13 46L49 78L46 79ZM90 47L87 46L51 78L54 79ZM40 47L43 47L50 76L48 77ZM60 47L57 47L50 76L52 77ZM45 74a5 5 0 1 0 10 0a5 5 0 1 0 -10 0ZM44 80H56V94H44Z",
  marine: "M41 17a9 9 0 1 0 18 0a9 9 0 1 0 -18 0ZM46 17a4 4 0 1 0 8 0a4 4 0 1 0 -8 0ZM46 25H54V78H46ZM30 33H70V41H30ZM12 60L26 56L23 64Q30 78 46 80V92Q20 88 14 68ZM88 60L74 56L77 64Q70 78 54 80V92Q80 88 86 68Z",
  supply: "M10 22H90V84H10ZM20 32V70L42 53ZM28 76H72L50 59ZM80 70V32L58 53ZM72 30H28L50 47Z",
  bunker: "M6 80V58Q6 32 50 32Q94 32 94 58V80ZM24 56H76V64H24Z",
  radar: "M46 52H54V92H46ZM30 92H70V96H30ZM12 22Q22 58 58 60L52 48Q30 44 24 18ZM52 40L78 14L82 18L57 46Z",
  mine: "M22 52a28 28 0 1 0 56 0a28 28 0 1 0 -56 0ZM46 10H54V26H46ZM12 24L18 18L30 30L24 36ZM88 24L82 18L70 30L76 36ZM8 48H22V56H8ZM78 48H92V56H78ZM46 78H54V94H46Z",
  unknown: "M30 36Q30 12 51 12Q72 12 72 33Q72 46 60 54Q56 57 56 66H44Q43 52 53 46Q60 41 60 33Q60 23 51 23Q42 23 42 36ZM44 74H56V87H44Z",
};

export const others: Record<string, string> = {
  armor: "tank",
  armour: "tank",
  panzer: "tank",
  "anti tank": "at gun",
  antitank: "at gun",
  "anti aircraft": "aa gun",
  flak: "aa gun",
  "light flak": "aa gun",
  "heavy flak": "aa gun",
  coastal: "coastal gun",
  battery: "coastal gun",
  paratroop: "para",
  airborne: "para",
  marines: "marine",
  headquarters: "hq",
  hidden: "unknown",
  group: "convoy",
  fleet: "convoy",
  "task force": "convoy",
  "motor torpedo boat": "mtb",
};

export const glyphs: Record<string, Glyph> = {
  infantry: { line: "M0 0L26 16M26 0L0 16" },
  armor: { line: "M8 3.4H18A4.6 4.6 0 0 1 18 12.6H8A4.6 4.6 0 0 1 8 3.4Z" },
  armored_inf: { line: "M0 0L26 16M26 0L0 16M8 3.4H18A4.6 4.6 0 0 1 18 12.6H8A4.6 4.6 0 0 1 8 3.4Z" },
  mot_inf: { line: "M0 0L26 16M26 0L0 16", below: "M4.4 18.2a1.9 1.9 0 1 0 3.8 0a1.9 1.9 0 1 0 -3.8 0M17.8 18.2a1.9 1.9 0 1 0 3.8 0a1.9 1.9 0 1 0 -3.8 0" },
  mountain: { line: "M0 0L26 16M26 0L0 16", fill: "M13 8.4L18 16H8Z" },
  airborne: { line: "M0 0L26 16M26 0L0 16M8.6 14.6Q10.8 10.4 13 13.6Q15.2 10.4 17.4 14.6" },
  flak: { line: "M0 16Q13 -6 26 16M13 16V4.6M10.4 7.6L13 4.4L15.6 7.6" },
  garrison: { fill: "M4 13.6V5.2H7.4V7.6H11.2V5.2H14.8V7.6H18.6V5.2H22V13.6Z" },
  commando: { line: "M0 0L26 16M26 0L0 16", fill: "M13 .9L15.4 8L14 13.6H12L10.6 8Z" },
  heavy_panzer: { line: "M8 3.4H18A4.6 4.6 0 0 1 18 12.6H8A4.6 4.6 0 0 1 8 3.4Z", fill: "M9.2 6H16.8V10H9.2ZM12.2 2.6H13.8V6H12.2Z" },
  antitank: { line: "M0 16L13 0L26 16" },
  artillery: { fill: "M9.6 8a3.4 3.4 0 1 0 6.8 0a3.4 3.4 0 1 0 -6.8 0Z" },
  coastal: { line: "M2 13Q5.6 10.4 9.4 13T16.6 13T24 13", fill: "M10 6a3 3 0 1 0 6 0a3 3 0 1 0 -6 0Z" },
  engineer: { line: "M5.4 12.4V4.4H20.6V12.4M13 4.4V12.4" },
  heavy_flak: { line: "M0 16Q13 -6 26 16", fill: "M10.2 11.4a2.8 2.8 0 1 0 5.6 0a2.8 2.8 0 1 0 -5.6 0Z" },
  light_flak: { line: "M0 16Q13 -6 26 16M13 16V8.6" },
  marine: { line: "M0 0L26 16M26 0L0 16M13 3.4V13.6M10 6H16M8 10.4Q9 13.8 13 13.8Q17 13.8 18 10.4" },
  recon: { line: "M0 16L26 0" },
  hq: { line: "M0 5H26" },
  supply: { line: "M0 11.6H26" },
  bunker: { fill: "M3 13.6V9Q3 3.4 13 3.4Q23 3.4 23 9V13.6H15.6V9.4H10.4V13.6Z" },
};

export const echelons: Record<string, string> = {
  div: "XX",
  bde: "X",
  grp: "III",
  kg: "KG",
  tf: "TF",
  corps: "XXX",
  rgt: "III",
  bn: "II",
  coy: "I",
  bty: "I",
  plt: "•••",
};

export const badges: Record<string, string> = {
  hit: "M0 -4.6L1 -1.7L3.8 -3L2.3 -.3L4.6 1.2L1.7 1.4L1.6 4.4L-.2 2L-2.6 3.8L-2 1L-4.7 .6L-2.3 -.9L-3.6 -3.6L-1 -2Z",
  fired: "M-3.4 -.9H1.4V-2.6L4.4 0L1.4 2.6V.9H-3.4Z",
  bombs: "M0 4.6Q2.4 1.6 2.2 -.6Q2 -2.6 .8 -2.8L2 -4.4H-2L-.8 -2.8Q-2 -2.6 -2.2 -.6Q-2.4 1.6 0 4.6Z",
  bombed: "M-3.4 -2.4L-2.4 -3.4L0 -1L2.4 -3.4L3.4 -2.4L1 0L3.4 2.4L2.4 3.4L0 1L-2.4 3.4L-3.4 2.4L-1 0Z",
  ace: "M0 -4.6L1.3 -1.6L4.5 -1.4L2 .7L2.8 3.8L0 2.1L-2.8 3.8L-2 .7L-4.5 -1.4L-1.3 -1.6Z",
  elite: "M0 -4.6L1.3 -1.6L4.5 -1.4L2 .7L2.8 3.8L0 2.1L-2.8 3.8L-2 .7L-4.5 -1.4L-1.3 -1.6Z",
  lucky: "M-.6 4.5L-.3 .9A2.1 2.1 0 1 1 -2 -2A2.1 2.1 0 1 1 2 -2A2.1 2.1 0 1 1 .3 .9L.6 4.5Z",
};

export const emblems: Record<string, string> = {
  star: "M0 -5L1.4 -1.6L5 -1.4L2.2 .8L3.1 4.3L0 2.3L-3.1 4.3L-2.2 .8L-5 -1.4L-1.4 -1.6Z",
  bust: "M10 15Q9 6 20 6Q31 6 30 15L33 17.4H7ZM12 19H28Q28 28 23.6 30V32.4Q34 33.6 36 40H4Q6 33.6 16.4 32.4V30Q12 28 12 19Z",
  flak: "M38 30V26.4H39.6L43.4 20.6L44.6 21.4L42.2 26.4H43.4V30Z",
  maltese: "M50 50L34 8L50 20L66 8ZM50 50L92 34L80 50L92 66ZM50 50L66 92L50 80L34 92ZM50 50L8 66L20 50L8 34Z",
};

export const markers: Record<string, string> = {
  cloud: "M14 20Q5 20 5 14.5Q5 9 12 9Q13 3 21 3.5Q26 -1 34 2Q40 -1.5 47 2.5Q55 -1 61 3Q69 0 74 5Q83 3 86 9Q95 9 95 15Q95 20 86 20Z",
  curls: "M22 15Q30 10 38 14M48 12Q57 8 65 13M70 15Q77 12 82 15",
  works: "M2 18V10L6 7V10L10 7V10L14 7V4H17V18Z",
  windows: "M5 13h2v2h-2zM9 13h2v2h-2zM13 13h2v2h-2z",
  ruin: "M2 18L5 12L7 15L10 9L12 14L15 11L18 18Z",
  flame: "M8 9Q6 5 10 1Q9 5 13 6Q12 8 12 9",
  barrel: "M10 11L17.2 1.6L18.8 2.8L12.4 12.4Z",
  mount: "M5 11a5 5 0 0 1 10 0v2H5zM2 18l3-4h10l3 4z",
  fort: "M0 4L6 2V8L12 11V5L18 8V14L24 17V11L30 14V20L36.5 23L43 20V14L49 11V17L55 14V8L61 5V11L67 8V2L73 4V12L36.5 30L0 12Z",
  pole: "M4 1V19",
  flag: "M4 2Q9 0 12 2.4T19 2V11Q15 13 12 11T4 11Z",
  plan: "M10 3.4V12M6 9L10 13.6L14 9",
  attack: "M5 5L14 14M15 5L6 14M12 15.4L15.4 12M8 15.4L4.6 12",
  rubble: "M1 18V9H4V6H7V11H10V4H13V8H16V12H19V18Z",
  seams: "M1 13.5H19M5.5 9V13.5M11.5 9V13.5M8 13.5V18M15 13.5V18",
  crater: "M10 3L12 6L16 4.5L15.4 8.6L19 11L15.4 13L16.4 17L12 15.6L10 18.5L8 15.6L3.6 17L4.6 13L1 11L4.6 8.6L4 4.5L8 6Z",
};

export const aircraft: Record<string, Measures> = {
  GLADIATOR: { span: 82, root: 17, tip: 15, wing: 30, length: 72, width: 11, tail: 32, nose: "blunt", lower: [80, 12] },
  CR42: { span: 86, root: 17, tip: 15, wing: 30, length: 74, width: 11, tail: 30, nose: "blunt", lower: [58, 11] },
  HURRICANE: { span: 90, root: 27, tip: 15, wing: 34, length: 76, width: 12, tail: 32, nose: "pointed" },
  TOMAHAWK: { span: 86, root: 23, tip: 9, wing: 37, length: 82, width: 12, tail: 32, nose: "pointed" },
  G50: { span: 84, root: 23, tip: 12, wing: 34, length: 70, width: 12, tail: 32, nose: "blunt" },
  MC200: { span: 82, root: 24, tip: 8, wing: 34, length: 73, width: 12, tail: 32, nose: "blunt" },
  BR20: { span: 98, root: 22, tip: 10, wing: 36, length: 84, width: 12, tail: 38, nose: "glass", engines: [19], fins: 2 },
  SM79: { span: 98, root: 23, tip: 11, wing: 34, length: 86, width: 13, tail: 42, nose: "blunt", engines: [21] },
  Z1007: { span: 98, root: 20, tip: 9, wing: 34, length: 90, width: 13, tail: 38, nose: "blunt", engines: [21], fins: 2 },
  CANTZ1007: { span: 98, root: 20, tip: 9, wing: 34, length: 90, width: 13, tail: 38, nose: "blunt", engines: [21], fins: 2 },
  biplane: { span: 82, root: 17, tip: 15, wing: 30, length: 72, width: 11, tail: 32, nose: "blunt", lower: [80, 12] },
  monoplane: { span: 88, root: 24, tip: 11, wing: 34, length: 76, width: 12, tail: 32, nose: "pointed" },
  fighter: { span: 88, root: 24, tip: 11, wing: 34, length: 76, width: 12, tail: 32, nose: "pointed" },
  tac: { span: 88, root: 24, tip: 11, wing: 34, length: 76, width: 12, tail: 32, nose: "pointed" },
  cve: { span: 88, root: 24, tip: 11, wing: 34, length: 76, width: 12, tail: 32, nose: "pointed" },
  twin: { span: 98, root: 22, tip: 10, wing: 36, length: 84, width: 12, tail: 38, nose: "glass", engines: [19], fins: 2 },
  bomber: { span: 98, root: 22, tip: 10, wing: 36, length: 84, width: 12, tail: 38, nose: "glass", engines: [19], fins: 2 },
  saf: { span: 98, root: 22, tip: 10, wing: 36, length: 84, width: 12, tail: 38, nose: "glass", engines: [19], fins: 2 },
  "special air": { span: 98, root: 22, tip: 10, wing: 36, length: 84, width: 12, tail: 38, nose: "glass", engines: [19], fins: 2 },
  trimotor: { span: 98, root: 23, tip: 11, wing: 34, length: 86, width: 13, tail: 42, nose: "blunt", engines: [21] },
  "air transport": { span: 99, root: 26, tip: 14, wing: 34, length: 86, width: 16, tail: 42, nose: "blunt", engines: [21] },
  "dive bomber": { span: 96, root: 26, tip: 14, wing: 36, length: 84, width: 12, tail: 36, nose: "pointed" },
  torpedo: { span: 94, root: 19, tip: 17, wing: 34, length: 82, width: 11, tail: 36, nose: "blunt", lower: [92, 13] },
  "torpedo bomber": { span: 94, root: 19, tip: 17, wing: 34, length: 82, width: 11, tail: 36, nose: "blunt", lower: [92, 13] },
  "torpedo plane": { span: 94, root: 19, tip: 17, wing: 34, length: 82, width: 11, tail: 36, nose: "blunt", lower: [92, 13] },
  glider: { span: 99, root: 15, tip: 8, wing: 28, length: 74, width: 14, tail: 34, nose: "glass" },
};
