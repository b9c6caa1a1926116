import { readdirSync } from 'node:fs'

/*
 * The directions in which folders may import, read by dependency-cruiser (`bin/test` runs it).
 * Type imports count. A rule's comment says where the code belongs instead.
 */

/** Folders of `server/`, lowest first: each imports only folders that stand before it. */
const server = [
  ['config', 'the environment and what is derived from it'],
  ['database', 'connections, tenant transactions, migrations, LISTEN/NOTIFY'],
  ['secret', 'handles, hashes, seals and tokens of every noun'],
  ['logging', 'what the log may contain'],
  ['cache', 'memory caches that know no noun'],
  ['providers', 'external services, each with port, simulator and vendor'],
  ['rate-limit', 'counters and back-off that know no noun'],
  ['jobs', 'the queue; job-handlers.ts hands it the handlers'],
  ['markdown', 'Markdown to sanitised HTML'],
  ['context', 'RequestContext, the interfaces of Dependencies, cookies; implementations stay in the noun'],
  ['tenant', 'the tenant of a request'],
  ['mail', 'layout and sending; when and what to write belongs to the noun'],
  ['sms', 'text messages; when and what to write belongs to the noun'],
  ['guest', 'the guest’s row and picture'],
  ['staff', 'the rows of who works in the salon’s own site, and the audit log'],
  ['service', 'services and members'],
  ['product', 'goods and their stock'],
  ['translation', 'translations of texts, without knowing where the texts come from'],
  ['push', 'push messages; when and what to send belongs to notifications'],
  ['notification', 'notifications of a guest'],
  ['content', 'pages, pictures, messages'],
  ['analytics', 'events; an event of a noun is recorded by the noun'],
  ['availability', 'free times'],
  ['visit', 'holds, visits, cancelling'],
  ['photo', 'photos of a guest'],
  ['waitlist', 'entries, matching, offers'],
  ['schedule', 'the salon’s day: what takes time, absences, and what its people do about visits'],
  ['cart', 'carts and what they cost'],
  ['receipt', 'what a cart becomes at the checkout, and orders'],
  ['payment', 'payment attempts and operations, and what they make of a receipt'],
  ['identity', 'signing in'],
  ['account', 'export and deletion, which know every noun'],
  ['http', 'dispatch, request context, headers; it gets the handlers as an argument'],
  ['render', 'pages to HTML'],
]

/** Folders of `server/identity/`, in the same way. */
const identity = [
  ['session', 'sessions, cookies and secrets of a browser'],
  ['mail', 'mails about an account'],
  ['action-code', 'codes in links'],
  ['password', 'passwords'],
  ['sign-in-code', 'one-time codes and sign-in links'],
  ['sign-in-methods', 'passkeys and identity providers'],
  ['invite', 'invitations'],
  ['staff', 'signing in to the salon’s own site: links, passkeys, desk devices'],
]

/** Folders of `server/visit/`, in the same way, but above its loose files, which they share. */
const visit = [
  ['mail', 'mails, notifications and jobs about a visit'],
  ['hold', 'holds until they are confirmed'],
  ['change', 'cancelling and moving'],
  ['calls', 'the handlers'],
]

/** Folders of `server/payment/`, as those of `server/visit/`. */
const payment = [
  ['reservation', 'the stock that a payment reserves'],
  ['order', 'orders, and the operations on what they have paid'],
  ['attempt', 'attempts to pay, up to the order'],
]

/** Folders of `contract/`, in the same way; its loose files are what all calls and pages share. */
const contract = [
  ['field', 'schemas of single fields'],
  ['guest', 'what a guest stores and receives'],
  ['identity', 'signing in'],
  ['staff', 'who works in the salon’s own site'],
  ['content', 'what a site shows'],
  ['shop', 'goods, carts and the checkout'],
  ['visit', 'visits and the waitlist'],
  ['schedule', 'the salon’s day'],
]

/** Folders of `operator/commands/`, in the same way; its loose files are the list of commands, and those of no group. */
const commands = [
  ['page', 'pages of a tenant'],
  ['visit', 'the salon’s day, absences, visits and the waitlist'],
  ['staff', 'who works in the salon’s own site'],
  ['tenant', 'whole tenants'],
  ['payment', 'orders and payments'],
]

/** Folders of `web/`, in the same way. */
const web = [
  ['css', 'style sheets'],
  ['request', 'what loaders and actions begin with'],
  ['site', 'what every page knows of the site'],
  ['ui', 'components without a noun'],
  ['service', 'what several areas show of a service'],
  ['visit', 'what several areas show of a visit'],
  ['content', 'blocks of pages'],
  ['guest', 'forms of a guest’s details'],
  ['waitlist', 'what several areas show of the waitlist'],
  ['photo', 'what several areas show of photos'],
  ['consent', 'the consent to analytics'],
  ['passkey', 'passkeys in the browser'],
  ['push', 'push messages in the browser'],
  ['notification', 'notifications in the browser'],
  ['offline', 'the service worker’s pages'],
  ['cart', 'what page and toolbar show of the cart'],
  ['checkout', 'the steps of an order, and what its pages show of it'],
  ['shell', 'header, footer and what they load lazily'],
  ['routes', 'pages; what two areas share moves to a folder of web/'],
]

/** Folders of `base` that have no place above stand before `next`: a noun that only higher folders import. */
function withOthers(base, folders, next) {
  const listed = folders.map(([name]) => name)
  const others = readdirSync(new URL(base, import.meta.url), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !listed.includes(entry.name))
    .map(({ name }) => [name, 'a noun of its own'])
  return folders.toSpliced(listed.indexOf(next), 0, ...others)
}

const looseFiles = '[^/]+\\.tsx?$'

/** One rule a folder: it must not import a folder that stands after it, nor `others`: loose files of `base`. */
const inOrder = (base, folders, others = [looseFiles]) =>
  folders.flatMap(([name, holds], index) => {
    const higher = [...folders.slice(index + 1).map(([other]) => `${other}/`), ...others]
    if (higher.length === 0) return []
    return {
      name: `${base.replaceAll('/', '-')}-${name}`,
      comment:
        `${base}/${name}/ holds ${holds}. What it needs from a higher folder moves down to the lowest folder that uses ` +
        'it, is handed in as an argument, or becomes a job.',
      severity: 'error',
      from: { path: `^${base}/${name}/` },
      to: { path: `^${base}/(?:${higher.join('|')})` },
    }
  })

/** As `inOrder`, for a folder whose loose files are the lowest: what its folders share. */
const inOrderAbove = (base, folders) => [
  {
    name: `${base.replaceAll('/', '-')}-loose`,
    comment: `The loose files of ${base}/ are what its folders share: what needs a folder belongs to it, or above it.`,
    severity: 'error',
    from: { path: `^${base}/${looseFiles}` },
    to: { path: `^${base}/[^/]+/` },
  },
  ...inOrder(base, folders, []),
]

/** `folder` imports only what matches `allowed`. */
const only = (folder, allowed, comment) => ({
  name: `${folder}-only`,
  comment,
  severity: 'error',
  from: { path: `^${folder}/` },
  to: { pathNot: [`^${folder}/`, ...allowed] },
})

/** `folder` imports no file of ours below `folders`. */
const never = (folder, folders, comment) => ({
  name: `${folder}-never`,
  comment,
  severity: 'error',
  from: { path: `^${folder}/` },
  to: { path: `^(?:${folders.join('|')})/` },
})

const packages = (...names) => `(?:^|/)node_modules/(?:${names.join('|')})/`

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    {
      name: 'no-cycle',
      comment: 'Files import each other in a circle: move what both need into a file of its own.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    only(
      'domain',
      [packages('temporal-polyfill', 'libphonenumber-js')],
      'domain/ is pure: IO belongs to server/, shapes of requests to contract/.',
    ),
    only(
      'contract',
      ['^domain/', '^\\.text/', packages('valibot', '@valibot/to-json-schema', '@lingui/core', 'yaml')],
      'contract/ is shared by browser and server: what only one of them needs belongs to web/ or server/.',
    ),
    never(
      'db',
      ['server', 'simulators', 'web', 'operator', 'postgres', 'bin'],
      'db/ holds tables: queries belong to server/<noun>/queries.ts.',
    ),
    never(
      'server',
      ['simulators', 'web', 'operator', 'postgres', 'bin'],
      'server/ and web/ meet in contract/; commands belong to operator/; who starts the server gives it simulators.',
    ),
    never(
      'simulators',
      ['web', 'operator', 'postgres', 'bin'],
      'simulators/ stand in for outside services: they know the ports and clients of server/providers/.',
    ),
    {
      name: 'simulators-on-request',
      comment: 'Only the demo and tests load simulators: import them where the settings have chosen them.',
      severity: 'error',
      from: { pathNot: '^(?:simulators|test|e2e)/' },
      to: { path: '^simulators/', dynamic: false, dependencyTypesNot: ['type-only'] },
    },
    never(
      'web',
      ['server', 'simulators', 'db', 'operator', 'postgres', 'bin'],
      'web/ gets its data by calls: shared shapes belong to contract/.',
    ),
    never('operator', ['bin'], 'bin/ holds entry points only: what a command does belongs to operator/.'),
    never(
      'postgres',
      ['domain', 'contract', 'db', 'server', 'simulators', 'web', 'operator', 'bin'],
      'postgres/ starts a database and knows nothing else of the product.',
    ),
    ...inOrder('contract', contract),
    ...inOrder('server', withOthers('server', server, 'identity')),
    ...inOrder('server/identity', identity),
    ...inOrderAbove('server/visit', visit),
    ...inOrderAbove('server/payment', payment),
    ...inOrder('operator/commands', commands),
    ...inOrder('web', withOthers('web', web, 'shell')),
    {
      name: 'no-folder-cycle',
      comment: 'Two folders import in one direction: move what both need to the one that is imported.',
      severity: 'error',
      scope: 'folder',
      from: {},
      to: { circular: true },
    },
    {
      name: 'providers-by-port',
      comment: 'Folders know a provider by its port.ts; only dependencies.ts opens one.',
      severity: 'error',
      from: { path: '^server/[^/]+/', pathNot: '^server/providers/' },
      to: { path: '^server/providers/[^/]+/(?!port\\.ts)' },
    },
    {
      name: 'network-in-providers',
      comment:
        'Only server/providers/ connects to other machines; server/http/, simulators/ and postgres/ listen.',
      severity: 'error',
      from: { pathNot: '^(?:server/(?:providers|http)|simulators|postgres)/' },
      to: {
        path: `^(?:node:)?(?:https?|http2|net|tls|dgram|dns)(?:/|$)|${packages('nodemailer', 'openid-client', 'web-push', 'undici', 'ws')}`,
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'sql-in-queries',
      comment:
        'SQL belongs to <noun>/queries.ts; connections to server/database/; commands of the operator may write their own.',
      severity: 'error',
      from: {
        pathNot: 'queries\\.ts$|^(?:server/(?:database|jobs|rate-limit)|operator|postgres|db)/|^drizzle',
      },
      to: { path: packages('pg', 'pg-boss', 'pg-copy-streams', 'drizzle-orm') },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '\\.test\\.tsx?$|^build/|^\\.react-router/' },
    tsPreCompilationDeps: true,
    parser: 'swc',
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.js', '.mjs'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
    },
  },
}
