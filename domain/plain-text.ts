/**
 * Short texts of guests (names, addresses) occur in mails to other people, so they contain nothing that a
 * mail program turns into a link, and no invisible or direction-changing characters. Real names pass:
 * apostrophes, hyphens, dots, combining marks.
 */

const COUNTRY_DOMAINS =
  'ac ad ae af ag ai al am ao aq ar as at au aw ax az ba bb bd be bf bg bh bi bj bm bn bo br bs bt bw ' +
  'by bz ca cc cd cf cg ch ci ck cl cm cn co cr cu cv cw cx cy cz de dj dk dm do dz ec ee eg er es et eu ' +
  'fi fj fk fm fo fr ga gd ge gf gg gh gi gl gm gn gp gq gr gs gt gu gw gy hk hm hn hr ht hu id ie il im ' +
  'in io iq ir is it je jm jo jp ke kg kh ki km kn kp kr kw ky kz la lb lc li lk lr ls lt lu lv ly ma mc ' +
  'md me mg mh mk ml mm mn mo mp mq mr ms mt mu mv mw mx my mz na nc ne nf ng ni nl no np nr nu nz om pa ' +
  'pe pf pg ph pk pl pm pn pr ps pt pw py qa re ro rs ru rw sa sb sc sd se sg sh si sk sl sm sn so sr ss ' +
  'st su sv sx sy sz tc td tf tg th tj tk tl tm tn to tr tt tv tw tz ua ug uk us uy uz va vc ve vg vi vn ' +
  'vu wf ws ye yt za zm zw'
const OTHER_DOMAINS =
  'academy agency app art asia beauty bet bid bike biz blog buzz cafe cam cards care careers casa cash ' +
  'casino center chat church city click clinic cloud club codes coffee com community company cool coop ' +
  'date deals delivery dev digital direct download earth edu email events exchange expert express family ' +
  'fans finance fit fun fund fyi gallery games gift global gmbh gov group guru hair health help homes ' +
  'host house icu inc info ink international jobs lat life link live lol love ltd market media men menu ' +
  'mobi mom money monster museum name net network news ninja one online onl org page partners party pet ' +
  'photos pics plus pro promo pub quest report rest review reviews rip rocks run sale salon sbs school ' +
  'services sex shop shopping site skin social software solutions space store stream studio style ' +
  'support surf systems tax team tech technology tel tips today tokyo tools top tours town trade ' +
  'training travel tube university uno vacations video vip voyage watch webcam website wiki win wine ' +
  'work works world wtf xin xxx xyz yoga zip zone ελ бг бел дети ею мкд мон москва онлайн орг рус рф ' +
  'сайт срб укр қаз 中国 中國 公司 台湾 台灣 在线 网址 网站 香港 한국 みんな コム भारत'
const isTopLevelDomain = (label: string): boolean =>
  ` ${COUNTRY_DOMAINS} ${OTHER_DOMAINS} `.includes(` ${label} `)

/**
 * Abbreviations in addresses that look like a domain: the side of a staircase in Denmark, Italian streets.
 */
const ABBREVIATIONS = /^(?:st|kl)\.(?:tv|th|mf)$|^(?:c\.so|p\.za|n\.ro)$/i
/** An initial before a name or a country's letters (`J.Li`, `C.so`); a floor (`3.tv`, `12A.th`). */
const INITIAL_OR_FLOOR = /^(?:\p{Lu}|\d+\p{L}?)\.\p{L}{2}$/u

/** Words joined by dots, and whether a path follows. */
const DOTTED = /(?<name>[\p{L}\p{N}\p{M}_-]+(?:\.[\p{L}\p{N}\p{M}_-]+)+)\.?(?<path>\/?)/gu
const ANY_LINK = /:\/\/|\bwww\.|\b\d{1,3}(?:\.\d{1,3}){3}\b|\bxn--|@\S+\.\p{L}{2}/iu

const DOT_LOOKALIKES = /[\u3002\u2024\uff0e\uff61]/g
const SLASH_LOOKALIKES = /[\u2044\u2215\u29f8]/g

/**
 * Control characters and line breaks; zero-width and direction-changing characters; blanks that look like
 * letters.
 */
export const INVISIBLE = /[\p{Cc}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\p{Cf}\p{Co}\p{Cs}\u2800]/gu
/** The joiners U+200C and U+200D between two letters of a word, in scripts that need them. */
const JOINING_SCRIPTS = 'Arab Syrc Deva Beng Guru Gujr Orya Taml Telu Knda Mlym Sinh Khmr Mymr Mong'
  .split(' ')
  .map((script) => String.raw`\p{Script=${script}}`)
  .join('')
const JOINED = new RegExp(String.raw`(?<=[${JOINING_SCRIPTS}])[\u200c\u200d](?=[${JOINING_SCRIPTS}])`, 'gu')
/** Selects a variant of a Chinese character, as Japanese names need. */
const VARIATION_SELECTOR = /(?<=\p{Script=Han})[\u{e0100}-\u{e01ef}]/gu

const hasInvisible = (text: string): boolean =>
  text.replace(JOINED, '').replace(VARIATION_SELECTOR, '').search(INVISIBLE) >= 0

/**
 * The form that a mail program may use: compatibility forms of letters, dots and slashes become plain ones.
 */
const toMailForm = (text: string): string =>
  text.normalize('NFKC').replace(DOT_LOOKALIKES, '.').replace(SLASH_LOOKALIKES, '/')

function hasLink(text: string): boolean {
  const plain = toMailForm(text)
  return (
    ANY_LINK.test(plain) ||
    [...plain.matchAll(DOTTED)].some(({ groups }) => isDomain(groups?.name ?? '', groups?.path === '/'))
  )
}

/** Whether dotted words are a host: a known top-level domain, or letters around the last dot and a path. */
function isDomain(name: string, hasPath: boolean): boolean {
  const labels = name.split('.')
  const [before = '', last = ''] = labels.slice(-2)
  if (hasPath && /\p{L}/u.test(before) && /^\p{L}[\p{L}\p{M}\p{N}-]+$/u.test(last)) return true
  if (labels.length === 2 && (ABBREVIATIONS.test(name) || INITIAL_OR_FLOOR.test(name))) return false
  return /\p{L}/u.test(before) && isTopLevelDomain(last.toLowerCase())
}

/** Whether a short text of a guest may be stored, and shown to others unchanged. */
export const isPlainText = (text: string): boolean => !hasInvisible(text) && !hasLink(text)

/** The text without invisible characters, and with blanks for the dots and slashes of its links. */
export function toPlainText(text: string): string {
  if (isPlainText(text)) return text
  const visible = text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').replace(INVISIBLE, '')
  const plain = hasLink(visible) ? toMailForm(visible).replace(/[./:@\\]+|-{2,}/g, ' ') : visible
  return plain.replace(/\s+/g, ' ').trim()
}

/**
 * The text with a blank after each dot, colon, slash and at sign of a line that has a link, so that a mail
 * program makes none of it; for longer texts, in which a missing blank is no link ("no perfume.It itches").
 */
export const withoutLinks = (text: string): string =>
  text
    .split('\n')
    .map((line) => (hasLink(line) ? toMailForm(line).replace(/[./:@\\]+(?=\S)|\bxn-(?=-)/g, '$& ') : line))
    .join('\n')
