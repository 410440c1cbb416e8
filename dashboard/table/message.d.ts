// What the scripts are sent: made by `make tables` from TypedDicts of `dashboard/table`, `judge` and `record`.

export interface SeatView {
  seat: string;
  mark: string;
  name: string;
  id: string;
  team: string;
  side: number;
  slot: string;
  banker: boolean;
}

export interface HandLink {
  no: number;
  level: string;
  office: string;
  result: string;
  short: string;
  findings: number;
  worst: string | null;
  plies: Array<number>;
}

export interface FactView {
  label: string;
  text: string;
  title: string;
  seat: string | null;
  suit: string | null;
  side: number | null;
}

export interface ClaimRow {
  key: string;
  claimed: string | null;
  computed: string | null;
  same: boolean | null;
  ruled: boolean;
  how: string | null;
}

export interface OptionView {
  id: string;
  text: string;
}

export interface FindingView {
  code: string;
  scope: "play" | "trick" | "hand" | "match";
  severity: string;
  kind: string;
  basis: string;
  message: string;
  clause: string | null;
  clause_text: string | null;
  expected: string | null;
  actual: string | null;
  options: Array<OptionView>;
  cause: string | null;
  fits: string | null;
  remedy: string;
}

export interface NotedView {
  what: "incident" | "ruling";
  title: string;
  state: string | null;
  counts: boolean;
  seat: string | null;
  cards: string | null;
  facts: Array<string>;
  effects: Array<string>;
  clause: string | null;
  clause_text: string | null;
  by: string | null;
  note: string | null;
}

export interface Frame {
  ply: number;
  trick: number;
  play: number;
  seat: string | null;
  cards: string | null;
  hands: Record<string, string>;
  leader: string | null;
  winner: string | null;
  next: string | null;
  done: boolean;
  seconds: number | null;
  findings: Array<number>;
  noted: Array<number>;
}

export interface PinView {
  label: string;
  short: string;
  full: string;
}

export interface MoveView {
  id: string;
  ply: number;
  seat: string | null;
  focus: boolean;
}

export interface StopView {
  match: string;
  hand: number;
  ply: number;
}

export interface QueueView {
  severity: string | null;
  code: string | null;
  stops: Record<string, Array<number>> | null;
  back: StopView | null;
  on: StopView | null;
}

export interface SupposedView {
  hand_id: string;
  ply: number;
  asked: string;
  cards: string | null;
  refused: string | null;
  verdicts: Array<string>;
  was: [string | null, string] | null;
  would: [string | null, string] | null;
  outcome: Array<[string, Array<string>]>;
  rest: string;
}

export interface WorthView {
  cards: string;
  gain: number;
  reach: number | null;
  made: boolean;
}

export interface ReviewedView {
  ply: number;
  grade: string | null;
  said: string;
  value: number | null;
  reach: number | null;
  plays: Array<WorthView>;
  small: string;
}

export interface ReviewView {
  stops: Record<string, Array<number>>;
  decisions: Array<ReviewedView>;
  ply: number;
  opened: Record<string, number>;
}

export interface Message {
  id: string;
  hand_id: string;
  lang: "zh" | "en";
  text: Record<string, string>;
  match: string;
  hand: number;
  hands: Array<HandLink>;
  seats: Array<SeatView>;
  has_plays: boolean;
  facts: Array<FactView>;
  claims: Array<ClaimRow>;
  findings: Array<FindingView>;
  noted: Array<NotedView>;
  pinned: Array<PinView>;
  query: string;
  queue: QueueView;
  move: MoveView;
  supposed: SupposedView | null;
  review: ReviewView | null;
  desk: boolean;
  attached: Array<string>;
}

export interface BidView {
  seat: string;
  word: string | null;
  cards: string | null;
  bury: string | null;
  note: string | null;
}

export interface BandView {
  from: number;
  to: number;
  side: number;
  label: string;
  tick: boolean;
}

export interface AlternativesView {
  plays: Array<string>;
  total: number | null;
  lead: string;
  owed: string;
}

export interface TrickFrame extends Frame {
  left: Record<string, number> | null;
  attempted: string | null;
  table: Array<[string, string]>;
  trios: Record<string, string>;
  points: number | null;
  penalties: number;
  band: string;
}

export interface TrickMessage extends Message {
  family: "tricks";
  trumps: string;
  frames: Array<TrickFrame>;
  bands: Array<BandView>;
  scored: boolean;
  bids: Array<BidView> | null;
  has_kitty: boolean;
  kitty: string;
  kitty_seat: string | null;
  kitty_points: number | null;
}

export interface PlayView {
  seat: string;
  cards: string;
  reading: string | null;
  kind: string | null;
  why: "declared" | "beats" | "undeclared" | null;
  declared: string | null;
  unseen: boolean;
}

export interface ClimbingFrame extends Frame {
  table: Array<PlayView>;
  left: Record<string, number>;
  at_most: Array<string>;
  out: Array<string>;
  relieved: string | null;
  limit: number | null;
}

export interface GiftView {
  giver: string;
  taker: string;
  card: string;
  back: boolean;
}

export interface TributeView {
  said: string;
  gifts: Array<GiftView>;
  leaders: Array<string>;
}

export interface ResultView {
  finish: Array<string>;
  double: boolean;
  lines: Array<string>;
}

export interface ChoicesView {
  kind: string;
  plays: Array<[string, string]>;
  total: number;
}

export interface ClimbingAlternativesView {
  owed: string | null;
  groups: Array<ChoicesView>;
  total: number | null;
  passing: boolean;
}

export interface ClimbingMessage extends Message {
  family: "climbing";
  wild: string;
  places: Array<string>;
  frames: Array<ClimbingFrame>;
  tribute: TributeView | null;
  result: ResultView | null;
}

export interface Choice {
  value: string;
  label: string;
}

export interface OptionField {
  key: string;
  label: string;
  choices: Array<Choice>;
}

export interface Field {
  key: string;
  label: string;
  way: "cards" | "pick" | "plays" | "text" | "choice" | "flag" | "number" | "options" | "incident";
  value: string;
  hint: string;
  empty: string;
  open: boolean;
  needed: boolean;
  choices: Array<Choice>;
  options: Array<OptionField>;
}

export interface VerdictView {
  tone: string;
  word: string;
  said: string;
  clauses: Array<string>;
  rows: Array<[string, string]>;
  choices: string;
  allowed: Array<string>;
  more: string;
}

export interface JudgeMessage {
  asked: string;
  lang: string;
  text: Record<string, string>;
  seats: Array<Choice>;
  about: string;
  abouts: Array<Choice>;
  fields: Array<Field>;
  head: string;
  verdicts: Array<VerdictView>;
  end: Array<string>;
  record: boolean;
}

export interface SheetView {
  key: string;
  family: string;
  once_round: boolean;
  hand_size: number;
  kitty: number;
  copies: number;
  sides: Array<Choice>;
  levels: Array<Choice>;
  trumps: Array<Choice>;
  incidents: Array<Choice>;
  options: Array<OptionField>;
  stages: Array<string>;
}

export interface CellView {
  play: number;
  seat: string;
  token: string;
  best: boolean;
  word: string;
  findings: Array<number>;
}

export interface RowView {
  trick: number;
  plays: Array<CellView>;
  done: boolean;
  points: number | null;
  findings: Array<number>;
}

export interface DueView {
  trick: number;
  play: number;
  seat: string;
  legal: AlternativesView | ClimbingAlternativesView | null;
}

export interface HandView {
  index: number;
  rows: Array<RowView>;
  due: DueView | null;
  over: boolean;
  held: Record<string, string>;
  left: Record<string, number>;
  at_most: Array<string>;
  cells: Record<string, [number, number]>;
  high: Array<string>;
  facts: Array<FactView>;
  claims: Array<ClaimRow>;
  level: string | null;
  trump: string | null;
  dealer: string | null;
  stage_of: Array<string>;
  places: Array<[number, number] | null>;
  opens: Array<boolean>;
}

export interface ChoiceView {
  said: string;
  given: string;
}

export interface ProblemView {
  pointer: string;
  said: string;
  choices: Array<ChoiceView>;
}

export interface RefusedView {
  number: number;
  said: string;
}

export interface LoadedView {
  tone: string;
  said: string;
  link: string | null;
  case: string | null;
  sha256: string | null;
}

export interface StartView {
  draft: string;
  document: string;
  base: string;
  hand: number;
  stage: string;
  said: string | null;
}

export interface RecordMessage {
  draft: string;
  turn: number;
  lang: string;
  text: Record<string, string>;
  start: StartView;
  documents: Array<string>;
  refused: RefusedView | null;
  problems: Array<ProblemView>;
  read_so: Array<string>;
  sheets: Array<Choice>;
  sheet: SheetView;
  seats: Array<SeatView>;
  hands: Array<HandLink>;
  findings: Array<FindingView>;
  hand: HandView | null;
  loaded: LoadedView | null;
}
