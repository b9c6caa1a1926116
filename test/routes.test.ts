import { existsSync } from 'node:fs'
import type { RouteConfigEntry } from '@react-router/dev/routes'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { siteOf } from '#contract/match-page.ts'
import { callPath, type Call } from '#contract/call.ts'
import { otherPaths, pagePaths } from '#contract/site-map.ts'
import { DRAWN_FOR } from '#contract/page.ts'
import type { TextKey } from '#contract/text.ts'
import { createApp } from '#server/app.ts'
import { readConfig, type Config } from '#server/config/config.ts'
import { loadTexts } from '#server/context/load-texts.ts'
import type { TenantId } from '#server/database/db.ts'
import { drawnForMark } from '#server/http/drawn-for.ts'
import { createInvite } from '#server/identity/invite/queries.ts'
import { runServer, type Running } from '#server/main.ts'
import { openSimulators } from '#simulators/open.ts'
import type { Build } from '#server/render/render-page.ts'
import routeTable from '#web/routes.ts'
import { exchange } from '#test/listen.ts'
import { makeApp, makeTenant, type TestApp } from '#test/make.ts'
import { exhaustive } from '#test/tier.ts'

const apiRoutes = [
  ...(Object.entries(calls) as [string, Call][]).map(
    ([name, call]) => `${call.method} /api${callPath(name, call)}`,
  ),
  'GET /api/live',
  'GET /api/staff/live',
]

/** Everything else that the server answers, listed a second time: a new route must be meant. */
const otherRoutes = `
GET    /healthz
GET    /readyz
GET    /assets/*
GET    /art/*
GET    /oauth/:provider/callback
GET    /payment/return/:handle
GET    /avatar/:guest/:file
GET    /photo/:id/:file
GET    /photo/:sealed
GET    /export/:sealed
GET    /feed/:file
GET    /admin/sw.js
GET    /admin/offline
GET    /sw.js
GET    /manifest.webmanifest
GET    /icon/:version/:file
GET    /offline
GET    /picture/:name/:file
GET    /embed.js
GET    /schema/page.json
GET    /schema/tenant.json
GET    /robots.txt
GET    /sitemap.xml
GET    /preview/:proof/:file
GET    /confirm
GET    *
POST   /webhooks/payments/vipps
POST   /webhooks/sms/:provider
POST   *`

const devRoutes = `
GET    /dev/outbox
GET    /dev/outbox.json
GET    /dev/outbox/:id
GET    /dev/outbox/:id/visit.ics`

const lines = (text: string) =>
  text
    .trim()
    .split('\n')
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .toSorted()

let app: TestApp
let own: TenantId
let server: Running
const texts = loadTexts().translate('en')
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
const built = new URL('../build/server/index.js', import.meta.url)
const secret = 'a secret of tests, long enough for all'
const openServer = (config: Config) =>
  runServer(config, app.appUrl, secret, { simulators: openSimulators(config, secret) })
beforeAll(async () => {
  app = await makeApp()
  own = await makeTenant(app, { vanityHost: '127.0.0.1' })
  server = await openServer(
    readConfig({ PORT: '0', HOST: '127.0.0.1', LOG_LEVEL: 'silent', RATE_LIMIT: '10000000' }),
  )
})
afterAll(async () => {
  await server.stop()
  await app.close()
})

const served = (config = app.deps.config) => {
  const whole = createApp(
    { ...app.deps, config },
    Object.assign(async () => new Response('page'), { names: new Set<string>() }),
  )
  const named = whole.routes
    .filter(({ method }) => method !== 'ALL')
    .map(({ method, path }) => `${method} ${path === '/*' ? '*' : path.replace(/:id\{[^/]*\}/, ':id')}`)
  return [...new Set(named)].toSorted()
}

const serverRoutes = [...apiRoutes, ...lines(otherRoutes)].toSorted()

test('the server has exactly the calls of the list and the routes listed here', () => {
  expect(served()).toEqual([...serverRoutes, ...lines(devRoutes)].toSorted())
})

test('without the simulators there is nothing below /dev', async () => {
  const config = readConfig({
    DEMO: 'off',
    MAIL: 'off',
    SMS: 'off',
    PUSH: 'off',
    PAYMENT: 'off',
    PICKUP: 'off',
    ANALYTICS: 'off',
    TRANSLATION: 'off',
    GOOGLE_CLIENTS: 'off',
    FACEBOOK_CLIENTS: 'off',
    APP_SECRET: 'Rk8vQm2xZ7tLw4Yc9JpN1sHd6UbXaEfG',
  })
  expect(served(config)).toEqual(serverRoutes)
  const bare = createApp({ ...app.deps, config }, null)
  for (const path of ['/dev/outbox', '/dev/outbox.json', '/dev', '/dev/'])
    expect(
      (await bare.fetch(new Request(`http://localhost${path}`, { headers: { host: 'localhost' } }), {}))
        .status,
    ).toBe(404)
})

const flat = (entries: RouteConfigEntry[], under = ''): string[] =>
  entries.flatMap(({ path = '', children }) =>
    children ? flat(children, `${under}/${path}`) : [`${under}/${path}`],
  )

/** The pages as built; a POST is accepted by those with an action. */
async function builtPages(): Promise<{ path: string; action: boolean }[]> {
  expect(existsSync(built), 'the front end is built').toBe(true)
  const { routes } = (await import(built.href)) as Build
  expect(routes.root?.module.action).toBeUndefined()
  return Object.values(routes).flatMap((one) =>
    one && one.id !== 'root' ? [{ path: `/${one.path ?? ''}`, action: Boolean(one.module.action) }] : [],
  )
}

test('the pages as built are those of the route table', async () => {
  expect((await builtPages()).map(({ path }) => path).toSorted()).toEqual(flat(routeTable).toSorted())
})

test('the site map has each page, file and call with its audience', () => {
  const gathered = [
    ...flat(routeTable),
    ...lines(otherRoutes)
      .map((line) => line.replace(/^\w+ (?:\*$)?/, ''))
      .filter(Boolean),
    '/api/*',
    '/dev/*',
  ]
  expect([...pagePaths, ...otherPaths].map(({ path }) => path).toSorted()).toEqual(
    [...new Set(gathered)].toSorted(),
  )
})

test(
  'a page with a handle, a code or a guest’s step sends no referrer, in any spelling of its URL',
  { ...exhaustive, timeout: 300_000 },
  async () => {
    const token = 'x'.repeat(32)
    const secrets = [
      ...[...pagePaths, ...otherPaths]
        .filter(({ audience, path }) => audience !== 'public' && path !== '/*')
        .map(({ path }) => path.replace(/:\w+\??|\*/g, token)),
      `/cancelBooking/${token}`,
      '/custom-login',
      '/profile',
      `/cancelBooking/${token}/da/more`,
    ]
    const spellingsOf = (path: string) => [
      path,
      `${path}?a=${token}`,
      `${path}/`,
      `${path}.data`,
      `${path}/_.data`,
      path.toUpperCase(),
      path.replace(/[a-z]/, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
    ]
    const wrong: unknown[] = []
    const policyOf = async (method: string, path: string) => {
      const { status, head } = await ask(
        method,
        path,
        method === 'POST'
          ? 'Sec-Fetch-Site: same-origin\r\nContent-Type: application/x-www-form-urlencoded\r\n'
          : '',
      )
      return (
        `${status < 500 ? '' : status} ` +
        [...head.matchAll(/^referrer-policy: (.*)$/gim)].map(([, value]) => value?.trim()).join()
      ).trim()
    }
    for (const path of secrets)
      for (const [index, one] of spellingsOf(path).entries())
        for (const method of index === 0 ? ['GET', 'HEAD', 'POST'] : ['GET']) {
          const policy = await policyOf(method, one)
          if (policy !== 'no-referrer') wrong.push([method, one, policy])
        }
    expect(wrong).toEqual([])
    for (const path of [
      '/',
      '/behandlinger',
      '/tc',
      '/book',
      '/?lang=da',
      '/_root.data',
      '/behandlinger.data',
      '/nothing',
      '/robots.txt',
      '/healthz',
    ])
      expect([path, await policyOf('GET', path)]).toEqual([path, 'same-origin'])
  },
)

const hostOf = (path: string) =>
  siteOf(path.replace(/\?.*/, '')) === 'staff' ? `staff-${own}.localhost` : '127.0.0.1'

/** Asks at the host of the path's site. */
const ask = (method: string, path: string, headers = '', body = '') =>
  exchange(
    server.port,
    `${method} ${path} HTTP/1.1\r\nHost: ${hostOf(path)}\r\n${headers}Connection: ` +
      `close\r\n${body ? `Content-Length: ${body.length}\r\n` : ''}\r\n${body}`,
  )

test(
  'a page accepts GET and HEAD, and POST if it has an action; other methods are rejected',
  { timeout: 300_000 },
  async () => {
    const filled = (path: string) =>
      path
        .replace('/:ding?', '')
        .replace('/:lang?', '')
        .replace(/:\w+/g, 'x'.repeat(32))
        .replace('/*', '/there/is/nothing')
    for (const { path, action } of await builtPages()) {
      for (const method of ['PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND', 'TRACE', 'LOCK']) {
        const { status, head } = await ask(method, filled(path), 'Sec-Fetch-Site: same-origin\r\n')
        expect([method, path, status, /^allow: (.*)$/im.exec(head)?.[1]]).toEqual([
          method,
          path,
          405,
          'GET, HEAD, POST',
        ])
      }
      const found = await ask('GET', filled(path))
      const posted = await ask(
        'POST',
        filled(path),
        'Sec-Fetch-Site: same-origin\r\nContent-Type: application/x-www-form-urlencoded\r\n',
        'x=1',
      )
      expect([path, posted.status]).toEqual([
        path,
        action ? expect.toSatisfy((status: number) => status < 500 && status !== 405) : 405,
      ])
      expect([path, (await ask('HEAD', filled(path))).status]).toEqual([path, found.status])
    }
    for (const path of [
      '/healthz',
      '/readyz',
      '/assets/x.js',
      '/art/x/y.svg',
      '/dev/outbox',
      '/dev/outbox.json',
    ]) {
      for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS'])
        expect([method, path, (await ask(method, path)).status]).toEqual([method, path, 405])
    }
  },
)

test('a large body of a guest who is not signed in is answered before it has come', async () => {
  const boundary = 'multipart/form-data; boundary=x'
  for (const [path, type, expected] of [
    ['/api/addPhoto', 'application/json', [401, undefined]],
    ['/api/updateAvatar', 'application/json', [401, undefined]],
    ['/photos', boundary, [302, '/login?to=%2Fphotos']],
    ['/profile/contact', boundary, [302, '/login?to=%2Fprofile%2Fcontact']],
  ] as const) {
    const answer = await exchange(
      server.port,
      `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nSec-Fetch-Site: same-origin\r\n` +
        `Content-Type: ${type}\r\nContent-Length: 1000000\r\nConnection: close\r\n\r\n{"--x`,
    )
    expect([path, answer.status, locationIn(answer)]).toEqual([path, ...expected])
  }
})

const askAt = (host: string, path: string, headers = '') =>
  exchange(
    server.port,
    `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nAccept-Language: en\r\nConnection: close\r\n${headers}\r\n`,
  )
const locationIn = ({ head }: { head: string }) => /^location: (.*)$/im.exec(head)?.[1]

test('a subdomain without a salon answers 404 with an explanation, only below a product domain', async () => {
  const reported = 'We cannot find nosuch.'
  for (const host of [
    'localhost',
    'www.localhost',
    'nosuch.example.com',
    'nosuch.localhost',
    'nosuch.localhost',
    'NoSuch.stamgast.dk',
    'localhost',
  ]) {
    const { status, body } = await askAt(host, '/')
    const unknown = /^nosuch\.(?:localhost|stamgast)/i.test(host)
    expect([host, status, body.includes(reported)]).toEqual([host, unknown ? 404 : 200, unknown])
  }
  const elsewhere = await askAt('nosuch.localhost', '/tc?lang=en')
  expect([elsewhere.status, locationIn(elsewhere)]).toEqual([302, '/'])
  expect((await askAt('nosuch.localhost', '/api/countries')).status).toBe(200)
})

test('the neutral page finds a salon by the name that guests see', async () => {
  const [id, one, other] = [
    await makeTenant(app),
    await makeTenant(app, { profile: { companyname: 'Salon Æble & Pære' } }),
    await makeTenant(app, { profile: { companyname: 'Klip', title: 'Salon æble & pære' } }),
  ]
  const found = async (name: string, host = 'localhost') =>
    [...(await askAt(host, `/?salon=${encodeURIComponent(name)}`)).body.matchAll(/href="(http:[^"]+)"/g)]
      .map(([, href = '']) => new URL(href).hostname.split('.')[0])
      .filter((label) => label !== 'localhost')
  expect(await found(`  company ${id} `)).toEqual([id])
  expect(new Set(await found('SALON  Æble &  Pære'))).toEqual(new Set<string>([one, other]))
  expect(await found('salon')).toEqual([])
  const own = await askAt(`${one}.localhost`, `/api/tenants?name=${encodeURIComponent(`Company ${id}`)}`)
  expect([own.status, own.body]).toEqual([200, '{"documents":[]}'])
})

test('old URLs and children of home redirect, and privacy requires contact details', async () => {
  const tenant = await makeTenant(app)
  const guest = app.guest(tenant)
  const { uid, token } = await guest('createUserWithEmailAndPassword', {
    tenantId: tenant,
    email: 'freja@example.com',
    password: 'ælgpåtur i marts',
  })
  const to = async (path: string) => {
    const answer = await askAt(`${tenant}.localhost`, path, `Cookie: session=${token}\r\n`)
    return [answer.status, locationIn(answer)]
  }
  expect(await to('/pik?services=cut')).toEqual([301, '/appointments?services=cut'])
  expect(await to('/profile/privacy')).toEqual([302, '/onboarding?to=%2Fprofile%2Fprivacy'])
  await guest('updateUser', {
    tenantId: tenant,
    uid,
    firstname: 'Freja',
    lastname: 'Holm',
    mobile: '20123456',
    countryCode: 'DK',
  })
  const leads = {
    '': '/my-account',
    '/profile': '/profile',
    '/profile/security?message=x': '/profile/security?message=x',
    '/bookings': '/my-account',
    '/profile//evil.example': '/my-account',
    '/%2f%2fevil.example': '/my-account',
  }
  for (const [child, page] of Object.entries(leads))
    expect([child, ...(await to(`/home${child}`))]).toEqual([child, 302, page])
  expect((await to('/profile/privacy'))[0]).toBe(200)
})

test('a name or an address with a link is refused with the reason, and the form keeps it', async () => {
  const guest = app.guest(own)
  const { token, uid } = await guest('createUserWithEmailAndPassword', {
    tenantId: own,
    email: 'freja@example.com',
    password: 'ælgpåtur i marts',
  })
  const invite = await app.db.write(own, (tx) =>
    createInvite(tx, { prefill: {}, expiresAt: new Date(Date.now() + 3_600_000), createdAt: new Date() }),
  )
  const person = { firstname: 'Freja', lastname: 'Holm', mobile: '20123456', countryCode: 'DK' }
  const link = 'Vind evil.dk/win'
  const refused = async (path: string, field: string, text: TextKey, form: Record<string, string> = {}) => {
    const mark = drawnForMark(app.deps.secret, own, guest.cookies.has('session') ? uid : null)
    const body = new URLSearchParams({ ...person, ...form, [field]: link, [DRAWN_FOR]: mark }).toString()
    const answer = await ask(
      'POST',
      path,
      'Accept-Language: en\r\nSec-Fetch-Site: same-origin\r\n' +
        `Content-Type: application/x-www-form-urlencoded\r\nCookie: session=${token}\r\n`,
      body,
    )
    expect([path, answer.status, answer.body.includes(texts(text)), answer.body.includes(link)]).toEqual([
      path,
      400,
      true,
      true,
    ])
  }
  await refused('/onboarding', 'lastname', 'onboarding.notPlain', { acceptTerms: '1' })
  await guest('updateUser', { tenantId: own, uid, ...person })
  await refused('/profile/contact', 'address', 'onboarding.notPlain')
  await guest('signOut', { tenantId: own })
  await refused('/book/waitlist?services=cut', 'firstname', 'booking.notPlain', {
    email: 'freja@example.com',
  })
  await refused(`/userInvite/${invite}`, 'firstname', 'onboarding.notPlain', {
    email: 'signe@example.com',
    password: 'ælgpåtur',
    confirmPassword: 'ælgpåtur',
  })
})

test('a guest whose address others have put on waitlists is not accused of it', async () => {
  const person = { firstname: 'Signe', lastname: 'Holm', email: 'signe@example.com' }
  for (let count = 0; count < 5; count += 1)
    await app.guest(own)('joinWaitlist', {
      tenantId: own,
      services: ['cut'],
      windows: [{ from: inDays(1), until: inDays(count + 1) }],
      details: person,
    })
  const { status, body } = await ask(
    'POST',
    '/book/waitlist?services=cut',
    'Accept-Language: en\r\nSec-Fetch-Site: same-origin\r\n' +
      'Content-Type: application/x-www-form-urlencoded\r\n',
    new URLSearchParams({ ...person, end: inDays(20) }).toString(),
  )
  expect([status, body.includes(texts('joinWaitlist.tooManyContact', { most: 5 }))]).toEqual([409, true])
})

const probedPaths = `
/.git/HEAD /.git/config /.git/index /.git/logs/HEAD /.git/refs/heads/main /.gitignore
/.github/workflows/ci.yml /.svn/entries /.hg/store /.env /.env.local /.env.production /.env.example
/.env.bak /.npmrc /.nvmrc /.node-version /.editorconfig /.dockerignore /.DS_Store /.htaccess
/.htpasswd /.ssh/id_rsa /.aws/credentials /.bash_history /.vscode/settings.json /.idea/workspace.xml
/.ci/run /.text/en.json /.text/da.json /.react-router/types /.well-known/security.txt.bak /package.json
/package-lock.json /node_modules/react/package.json /node_modules/.package-lock.json /tsconfig.json
/vite.config.ts
/vitest.config.ts /react-router.config.ts /drizzle.config.ts /.oxlintrc.json /README.md /ARCHITECTURE.md
/CHANGELOG.md /docs/decisions/001-layers.md /Dockerfile /docker-compose.yml /server/main.ts /server/app.ts
/server/config.ts /server/main.js /server/data/db.ts /contract/calls.ts /domain/money.ts /web/root.tsx
/web/routes.ts /db/schema.ts
/db/migrations/0000_schema.sql /db/demo/aurora.yaml /text/en.po /text/da.po /bin/start /bin/start.ts
/bin/stamgast /test/make.ts /e2e/book.test.ts /bench/load.ts /build/server/index.js /build/client/
/build/client/assets/ /build/text/en.json /data/ /data/secret /data/postgres/cluster/PG_VERSION /data/art/
/backup.sql /dump.sql /db.sqlite /database.yml
/assets/ /assets /assets/. /assets/.. /assets/../server/index.js /assets/..%2fserver%2findex.js
/assets/%2e%2e/server/index.js /assets/%2e%2e%2fserver/index.js /assets/..%5cserver%5cindex.js
/assets/....//server/index.js /assets//etc/passwd /assets/%00 /assets/x.js%00.map /assets/manifest.json
/assets/.vite/manifest.json /.vite/manifest.json /assets/index.js.map
/assets/entry.client.js.map /assets/entry.client.tsx /art/ /art /art/. /art/.. /art/default/../../secret
/art/%2e%2e/secret /art/..%2f..%2fsecret /art/aurora/ /art/aurora/../fjord/logo.svg
/art/aurora/%2e%2e/fjord/logo.svg /art/aurora/..%2ffjord%2flogo.svg /art/../../../etc/passwd
/etc/passwd /../etc/passwd /../../../../etc/passwd /%2e%2e/%2e%2e/etc/passwd /..%2f..%2f..%2fetc%2fpasswd
/..%252f..%252fetc%252fpasswd /..%c0%af..%c0%afetc/passwd /%2e%2e%2f%2e%2e%2fpackage.json /..;/package.json
/;/package.json /./package.json /.//package.json //package.json ///etc/passwd /.%2e/package.json
/%2e./package.json /%2e/package.json /x/../package.json /x/%2e%2e/package.json /static/../package.json
/file:///etc/passwd /proc/self/environ /proc/self/cmdline /windows/win.ini /C:/boot.ini /@vite/client
/@vite/env /@id/react /@fs/etc/passwd /@fs/srv/package.json /@react-refresh /__vite_ping
/__open-in-editor?file=package.json /src/main.ts /app/root.tsx /node_modules/.vite/deps/react.js /index.html
/index.js /main.js.map /entry.server.tsx /server.js /server.js.map
/__manifest/x /__inspect /__webpack_hmr /sockjs-node/info /hot-update.json /_next/static/x /_nuxt/x /debug
/debug/pprof /debug/vars /debug/default/view /trace /trace.axd /heapdump /actuator /actuator/env
/actuator/health /metrics /prometheus /stats /status /server-status /server-info /info /env /config
/config.json /configuration /settings.json /version /build.json
/health /healthz/ /healthz/x /readyz/ /ready /ping /admin /admin/ /administrator /wp-admin/ /wp-login.php
/wp-config.php /xmlrpc.php /phpinfo.php /phpmyadmin/ /cgi-bin/test.cgi /console /graphql /graphiql
/playground /swagger /swagger.json /swagger-ui.html /openapi.json /api-docs /api/docs /api/swagger.json
/api/openapi.json /api/graphql /api/debug /api/health /api/metrics /api/version
/api/.env /api/../package.json /api/%2e%2e/package.json /api/auth /api/auth/session /api/auth/sign-in/email
/api/auth/get-session /api/auth/ok /api/auth/reference /api/auth/callback/google /api/admin /api/users
/api/guests /api/tenants/%2e%2e/users /api/live/ /api/live/all /api/constructor /api/__proto__ /api/tenants/
/trpc /rpc /ws /socket.io/ /login.json /users /users.json /dump
/pgboss /queues /jobs /drizzle /studio /dev /dev/ /dev/mail /dev/outbox/ /dev/outbox/x
/dev/outbox/00000000-0000-4000-8000-000000000000 /dev/outbox/../x /dev/outbox.jso /dev/reset /dev/clock
/sw.js.map /favicon.ico.bak /robots.txt.bak /sitemap.xml.bak /crossdomain.xml /clientaccesspolicy.xml
/.well-known/openid-configuration /.well-known/jwks.json
`
  .trim()
  .split(/\s+/)

test(
  `${probedPaths.length} paths that scanners try expose no file and cause no error`,
  { ...exhaustive, timeout: 300_000 },
  async () => {
    expect(probedPaths.length).toBeGreaterThanOrEqual(200)
    // Text that occurs in files of the project and of the machine, and never on a page.
    const contents = new RegExp(
      String.raw`ref: refs\/|root:x:0|"dependencies"|"lockfileVersion"|CREATE TABLE|msgid|sourcesContent|` +
        String.raw`\[core\]|import \{|from '#|APP_SECRET|DATABASE_URL|#!\/bin|hono|"version": 3`,
    )
    const wrong: unknown[] = []
    for (const path of probedPaths) {
      for (const method of ['GET', 'POST']) {
        const { status, body, head } = await ask(
          method,
          path,
          method === 'POST' ? 'Sec-Fetch-Site: same-origin\r\nContent-Type: application/json\r\n' : '',
          method === 'POST' ? '{}' : '',
        )
        // A URL is normalised before routing: a path that climbs out of its folder becomes the front page.
        const front = new URL(path, 'http://x').pathname === '/'
        const isPublic =
          (front && status === 200) ||
          [400, 403, 404, 405, 414].includes(status) ||
          (status >= 301 && status <= 308 && /^location: \/[^/\\]/im.test(head))
        if (!isPublic || contents.test(body)) wrong.push({ method, path, status, body: body.slice(0, 200) })
      }
    }
    console.info(`routes: ${probedPaths.length} places probed by GET and POST`)
    expect(wrong).toEqual([])
  },
)

test('the built front end exposes no source, no source map and no name of a source file', async () => {
  const page = await (await fetch(`http://127.0.0.1:${server.port}/`)).text()
  const scripts = [...new Set([...page.matchAll(/\/assets\/[\w.-]+\.js/g)].map(([path]) => path))]
  expect(scripts.length).toBeGreaterThan(0)
  for (const path of scripts) {
    const text = await (await fetch(`http://127.0.0.1:${server.port}${path}`)).text()
    expect([
      path,
      /sourceMappingURL|server\/data|drizzle|better-auth|APP_SECRET|postgres/.exec(text)?.[0],
    ]).toEqual([path, undefined])
    for (const suffix of ['.map', '.ts', '~', '.bak', '?raw', '/', '%00', '%2f..%2f..%2fserver%2findex.js']) {
      const { status, body } = await ask('GET', `${path}${suffix}`)
      expect([path + suffix, suffix === '?raw' ? body === text || status === 200 : status]).toEqual([
        path + suffix,
        suffix === '?raw' ? true : 404,
      ])
    }
  }
})

test('an unknown identity header changes no page and no sign-in', async () => {
  const ask = (path: string, headers: Record<string, string>, body?: string) =>
    fetch(`http://127.0.0.1:${server.port}${path}`, {
      redirect: 'manual',
      method: body ? 'POST' : 'GET',
      body: body ?? null,
      headers: {
        'accept-language': 'en',
        ...(body
          ? { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' }
          : {}),
        ...headers,
      },
    })
  for (const [path, body] of [
    ['/'],
    ['/login'],
    ['/behandlinger'],
    ['/book'],
    ['/home'],
    ['/login', 'email=nobody@example.com&password=wrong'],
  ] as const) {
    const plain = await ask(path, {}, body)
    expect([path, plain.status < 500]).toEqual([path, true])
    for (const authorization of ['Basic YTpi', 'Digest username="x"', 'x', 'Bearer wrong'])
      expect([path, authorization, (await ask(path, { authorization }, body)).status]).toEqual([
        path,
        authorization,
        plain.status,
      ])
  }
})
