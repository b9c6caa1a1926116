import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeProblem, parseTenantFile } from '#contract/tenant-file/tenant-file.ts'
import { locales } from '#domain/language.ts'
import { listMail } from '#server/mail/queries.ts'
import { listTenantIds } from '#server/tenant/queries.ts'
import { runCommand } from '#test/command.ts'
import { makeApp, makeTenant, type TestApp } from '#test/make.ts'
import { asOwner, seedTenant } from '#test/seeded.ts'
import { localNow } from '#domain/opening-hours.ts'
import { toInstant, minuteOfClock } from '#domain/zone.ts'
import { createAbsences } from '#server/availability/schedule-queries.ts'
import { tenantId } from '#server/database/db.ts'
import { makeVisit } from '#test/visit.ts'
import { visitOutside } from '../visit/visit-outside.ts'
import { tenantConvertPrices } from './convert-prices.ts'
import { tenantExport, tenantList } from './tenant.ts'
import { tenantImport } from './tenant-import.ts'
import { tenantNew } from './tenant-new.ts'
import { tenantRemove } from './tenant-remove.ts'
import { exhaustive } from '#test/tier.ts'

let app: TestApp
const folder = mkdtempSync(join(tmpdir(), 'stamgast-tenant-'))
beforeAll(async () => {
  app = await makeApp()
})
afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true })
})

const commands = [tenantConvertPrices, tenantExport, tenantImport, tenantList, tenantNew, tenantRemove]
const run = (...line: string[]) => runCommand(commands, { testDb: app, folder }, ['tenant', ...line])
const read = (name: string) => readFileSync(join(folder, name), 'utf8')
const write = (name: string, content: string) => {
  writeFileSync(join(folder, name), content)
  return name
}
const given = (id: string) =>
  Object.entries({
    '--name': `Salon ${id}`,
    '--id': id,
    '--email': 'hej@salon.example',
    '--person': 'Bo Berg',
    '--service': 'Klip',
    '--price': '350',
  }).flat()
let counter = 0
/** Writes the file of a new tenant. */
async function newFile(...more: string[]): Promise<{ id: string; file: string }> {
  const id = `new${++counter}`
  expect(await run('new', ...given(id), ...more)).toMatchObject({ code: 0 })
  return { id, file: `${id}.yaml` }
}
const removed = { code: 0, out: 'gone: removed\n', err: '' }

test('a new file is short, is imported without a warning, and its address is printed', async () => {
  expect(await run('new', ...given('lys'))).toEqual({
    code: 0,
    out: 'lys.yaml: written\n  http://lys.localhost:3000\n',
    err: 'Import it, and the site is there: bin/stamgast tenant import lys.yaml\n',
  })
  const yaml = read('lys.yaml')
  expect(yaml.split('\n').length).toBeLessThan(60)
  expect(yaml).toContain('finance: { currency: DKK, vat_percent: 25, pricesInclude: vat }')
  expect(yaml).toContain('svctype: Behandlinger')
  expect(yaml).toMatch(/\n  effective_date: 20\d\d-\d\d-\d\d\n/)
  expect(await run('import', 'lys.yaml')).toEqual({
    code: 0,
    out: expect.stringMatching(
      new RegExp(
        '^lys: created\n  http://lys\\.localhost:3000\n' +
          'invited: hej@salon\\.example, owner, until 20\\d\\d-\\d\\d-\\d\\d \\d\\d:\\d\\d\n' +
          '  http://staff-lys\\.localhost:3000/welcome\\?\\S+\n$',
      ),
    ),
    err: '',
  })
  const imported = tenantId('lys')
  const [mail, ...others] = await app.db.read(imported, listMail)
  expect([mail?.to, others]).toEqual(['hej@salon.example', []])
  const link = /http:\/\/staff-lys\.localhost:3000\/welcome\?oobCode=\S+/.exec(mail?.text ?? '')?.[0] ?? ''
  await app.staff(imported)('signInStaff', { oobCode: new URL(link).searchParams.get('oobCode') ?? '' })
  // Nobody is invited a second time.
  expect(await run('import', 'lys.yaml')).toMatchObject({
    out: 'lys: unchanged\n  http://lys.localhost:3000\n',
  })
  expect(await run('new', ...given('lys'))).toMatchObject({
    code: 1,
    err: 'lys.yaml exists: name another file.\n',
  })
})

test('in every country and language the file is sound, with all kinds of names', exhaustive, async () => {
  const countries = 'AT BE CH DE DK ES FI FR GB IE IT LU NL NO PL PT SE'.split(' ')
  const odd = ['Hår: "Skæg" & #1', "L'Été, {chic}", 'yes', '12', '- Zoë -', 'Żółć [x]', '@home: no', 'null']
  for (const [index, country] of countries.entries()) {
    const name = odd[index % odd.length] ?? ''
    const language = locales[index % locales.length] ?? 'en'
    const { file, id } = await newFile('--country', country.toLowerCase(), '--language', language)
    rmSync(join(folder, file))
    const line = ['--country', country, '--name', name, '--person', `${name} ${name}`, '--service', name]
    const rest = given(id).flatMap((word, at, all) =>
      line.includes(word.startsWith('--') ? word : (all[at - 1] ?? '')) ? [] : [word],
    )
    expect(await run('new', file, ...rest, ...line, '--price', '99,95')).toMatchObject({ code: 0 })
    const parsed = parseTenantFile(read(file), file)
    if (!parsed.ok) throw new Error(parsed.problems.map(describeProblem).join('\n'))
    expect(parsed.tenant.tenant).toMatchObject({ id, title: name, default: { countryCode: country } })
    expect(parsed.tenant.services).toMatchObject([{ name, price: 9995 }])
  }
})

test('everything that is missing or wrong is named at once', async () => {
  const wrong = ['--name', 'Shop', '--email', 'salon', '--country', 'QX', '--price', 'much', '--person', 'Bo']
  const { code, out, err } = await run('new', ...wrong)
  expect([code, out]).toEqual([1, ''])
  expect(err.split('\n')).toEqual([
    '--id is a reserved name',
    '--email must be an e-mail address',
    '--owner must be an e-mail address',
    '--country must be a country by its two letters, such as DK',
    '--language is missing',
    '--time-zone is missing',
    '--currency is missing',
    '--vat is missing',
    '--person must be a first and a last name',
    '--service is missing',
    '--price must be a number',
    'Nothing was written: bin/stamgast tenant new --help',
    '',
  ])
})

test('on a terminal it asks, until the answer is valid', async () => {
  const asked: string[] = []
  const answers = [
    'Studio Nørre',
    '',
    '',
    'norre',
    'hej@norre.example',
    'ute@norre.example',
    'de',
    '',
    'Ute Groß',
    'Schnitt',
    '45,50',
    '',
  ]
  const made = await runCommand(
    [tenantNew],
    {
      testDb: app,
      folder,
      ask: (question) => {
        asked.push(question)
        return Promise.resolve(answers.shift() ?? '')
      },
    },
    ['tenant', 'new'],
  )
  expect(made).toMatchObject({
    code: 0,
    err: expect.stringMatching(/^It must not be empty\.\nIt must be an e-mail address\.\n/),
  })
  expect(asked).toEqual([
    'Name of the business: ',
    'Its name in addresses [studio-norre]: ',
    'E-mail address: ',
    'E-mail address: ',
    'E-mail address: ',
    'E-mail address of the owner [hej@norre.example]: ',
    'Country, two letters [DK]: ',
    'VAT in percent [19]: ',
    'Who works there, first and last name: ',
    'A service, such as Haircut: ',
    'Its price with VAT: ',
    'Its duration in minutes [30]: ',
  ])
  const parsed = parseTenantFile(read('studio-norre.yaml'), '')
  expect(parsed).toMatchObject({
    tenant: {
      tenant: { default: { language: 'de', countryCode: 'DE' }, timeZone: 'Europe/Berlin' },
      finance: { currency: 'EUR', vat_percent: 19, pricesInclude: 'vat' },
      services: [{ name: 'Schnitt', price: 4550, duration: 30, members: ['ute'] }],
      members: [{ id: 'ute', firstname: 'Ute', lastname: 'Groß' }],
      staff: [{ name: 'Ute Groß', email: 'ute@norre.example', role: 'owner', member: 'ute' }],
    },
  })
})

test('a dry run shows what an import would change, and changes nothing', async () => {
  const { id, file } = await newFile()
  expect(await run('import', file, '--dry-run')).toEqual({
    code: 0,
    out:
      'would be invited: hej@salon.example, owner\n' +
      `${id}: would be created; nothing was written\n  http://${id}.localhost:3000\n`,
    err: '',
  })
  expect(await listTenantIds(app.db)).not.toContain(id)
  await run('import', file)
  expect(await run('import', file, '--dry-run')).toEqual({ code: 0, out: `${id}: unchanged\n`, err: '' })
  const before = (await run('export', id)).out
  write(
    file,
    read(file)
      .replace('price: 350.00', 'price: 375.00')
      .replace('title: Salon', 'title: Studio')
      .replace('members:\n', 'members:\n  - { id: anna, firstname: Anna, lastname: And }\n'),
  )
  expect(await run('import', file, '--dry-run')).toEqual({
    code: 0,
    out:
      `tenant.title: Salon ${id} → Studio ${id}\n` +
      'services.klip.price: 350.00 → 375.00\n' +
      'members.anna: new, id anna, firstname Anna, lastname And\n' +
      `${id}: would be changed; nothing was written\n`,
    err: '',
  })
  expect((await run('export', id)).out).toBe(before)
  write(file, read(file).replace('duration: 30', 'duration: 0'))
  expect(await run('import', file, '--dry-run')).toMatchObject({
    code: 1,
    out: '',
    err: expect.stringContaining('services[0].duration'),
  })
})

test('an import lists what stays and the visits left without a place, and cancels none', async () => {
  const { id, file } = await newFile()
  await run('import', file)
  const tenant = tenantId(id)
  const yaml = read(file)
  const open = [1, 2, 3, 4, 5, 6, 7].map(
    (weekday) => `      - { weekday: ${weekday}, from: 08:00, to: 20:00 }`,
  )
  const people = (bo: string, more = '') =>
    `members:\n  - id: bo\n    firstname: Bo\n    lastname: Berg\n${bo}${more}`
  const salon = (bo: string, { members = 'bo, eva', eva = true } = {}) =>
    yaml
      .replace(/members: \[bo\]/, `members: [${members}]`)
      .replace(
        /members:\n[^]*$/,
        people(bo, eva ? `  - id: eva\n    firstname: Eva\n    lastname: Em\n${week}` : ''),
      )
  const week = `    hours:\n${open.join('\n')}\n`
  write(file, salon(week))
  expect((await run('import', file)).err).toBe('')
  const day = 86_400_000
  const date = (ahead: number) => localNow('Europe/Copenhagen', Date.now() + ahead * day).date
  const visitAt = async (ahead: number, clock: string, member: string) => {
    const minute = toInstant('Europe/Copenhagen', date(ahead), minuteOfClock(clock))
    const services = [{ id: 'klip', name: 'Klip', member, minutes: 30, price: 35_000 }]
    return (await makeVisit(app, tenant, { start: new Date(minute * 60_000), services })).id
  }
  const [first, second, third] = [
    await visitAt(2, '10:00', 'bo'),
    await visitAt(3, '17:00', 'bo'),
    await visitAt(4, '11:00', 'eva'),
  ]
  const outside = (...line: string[]) =>
    runCommand([visitOutside], { testDb: app }, ['visit', 'outside', ...line])
  expect(await outside(id)).toEqual({
    code: 0,
    out: '',
    err: 'No coming visits are outside the schedule.\n',
  })
  await app.db.write(tenant, (tx) =>
    createAbsences(tx, [
      {
        memberId: 'bo',
        from: `${date(5)}T09:00`,
        until: `${date(6)}T09:00`,
        reason: 'Flu',
        origin: 'command',
      },
    ]),
  )
  const person = 'Freja, f•••@example.com  Klip'
  const lines = {
    first: `${date(2)} 10:00–10:30  ${first}  ${person} (bo)  bo is absent`,
    second: `${date(3)} 17:00–17:30  ${second}  ${person} (bo)  outside the hours of bo`,
    third: `${date(4)} 11:00–11:30  ${third}  ${person} (eva)  eva does not work here any more`,
    unperformed: `${date(4)} 11:00–11:30  ${third}  ${person} (eva)  eva does not perform Klip any more`,
  }
  const shorter = week.replaceAll('20:00', '16:00')
  const absent = `    absences: [{ from: ${date(2)}T09:00, until: ${date(2)}T12:00 }]\n`
  write(file, salon(shorter + absent, { members: 'bo', eva: false }))
  const dry = await run('import', file, '--dry-run')
  expect(dry.out).toContain(
    `stays: bo absent ${date(5)}T09:00–${date(6)}T09:00 (Flu), by command\n` +
      `outside: ${lines.first}\noutside: ${lines.second}\noutside: ${lines.third}\n` +
      'They would stay booked.\n',
  )
  expect((await outside(id)).out).toBe('')
  expect((await run('import', file)).out).toContain(
    `stays: 1 coming absences and hours of days that commands or the desk have written\n` +
      `outside: ${lines.first}\noutside: ${lines.second}\noutside: ${lines.third}\n`,
  )
  // Listed once; the command lists them as long as they are there.
  expect((await run('import', file)).out).toContain(
    `outside since before: 3 coming visits, see bin/stamgast visit outside ${id}\n`,
  )
  expect((await outside(id)).out).toBe(`${lines.first}\n${lines.second}\n${lines.third}\n`)
  write(file, salon(week, { members: 'bo' }))
  expect((await run('import', file)).out).toContain(`outside: ${lines.unperformed}\nThey stay booked`)
  expect((await outside(id)).out).toBe(`${lines.unperformed}\n`)
  const listed = JSON.parse((await outside(id, '--json')).out) as unknown
  expect(listed).toMatchObject([{ id: third, reasons: ['eva does not perform Klip any more'] }])
  write(file, salon(week).replace(/(id: klip\n)/, '$1    active: false\n'))
  expect((await run('import', file)).out.match(/Klip is not offered any more/g)).toHaveLength(3)
  const { rows } = await app.unrecorded.read(tenant, (tx) =>
    tx.execute('select state, count(*)::int as count from visit group by 1'),
  )
  expect(rows).toEqual([{ state: 'booked', count: 3 }])
})

test('an import says who does not work the salon’s hours of a day', async () => {
  const { id, file } = await newFile()
  const yaml = read(file).replace(
    'booking: { grid: opening }',
    'booking:\n  exceptions:\n    - { date: 2099-12-27, hours: [{ from: 06:00, to: 07:00 }] }',
  )
  write(file, yaml)
  expect(await run('import', file)).toMatchObject({
    out: expect.stringMatching(`^${id}: created`),
    err: expect.stringMatching(
      `^Warnings:\n${file}:\\d+:7 booking.exceptions\\[0\\]: on 2099-12-27 the salon has 06:00–07:00, and each works ` +
        'as their own week says: bo does not work. ',
    ),
  })
})

test('all pictures that are missing are named at once, those of pages too', async () => {
  const { file } = await newFile()
  write(
    file,
    `${read(file).replace('  brand:', '  logo: pictures/logo.svg\n  brand:')}pages:\n  - id: index\n    title: Home\n` +
      '    blocks: [{ type: hero2, title: Home, image: pictures/door.jpg }]\n',
  )
  const { code, err } = await run('import', file)
  expect(code).toBe(1)
  expect(err).toMatch(/tenant\.logo: .*\n.*pages\[0\]\.blocks\[0\]\.image: .*\n$/)
})

test('a tenant is removed with all its rows and no others, only with --yes', async () => {
  const gone = await seedTenant(app, 'gone')
  const stays = await seedTenant(app, 'stays')
  const rowsOf = async (id: string) => {
    const tables = await asOwner<{ name: string }>(
      app,
      gone.id,
      `select table_name as name from information_schema.columns
        where table_schema = 'public' and column_name = 'tenant_id' order by 1`,
    )
    const counts = tables.map(
      ({ name }) => `(select count(*) from "${name}" where tenant_id = '${id}') as "${name}"`,
    )
    return asOwner(app, id === 'gone' ? gone.id : stays.id, `select ${counts.join(', ')}`)
  }
  const [before, others] = [await rowsOf('gone'), await rowsOf('stays')]
  const listed = await run('remove', 'gone')
  expect(listed).toMatchObject({
    code: 0,
    err: 'gone: nothing was removed. With --yes all of this is deleted.\n',
  })
  expect(listed.out).toMatch(/^visit +\d+$/m)
  expect(await rowsOf('gone')).toEqual(before)
  expect(await run('remove', 'gone', '--yes')).toEqual(removed)
  expect(new Set(Object.values((await rowsOf('gone'))[0] ?? {}))).toEqual(new Set(['0']))
  expect(await rowsOf('stays')).toEqual(others)
  expect(await listTenantIds(app.db)).not.toContain('gone')
  expect(await run('remove', 'gone', '--yes')).toMatchObject({
    code: 1,
    err: 'Tenant gone not found in the database of the test: see bin/stamgast tenant list.\n',
  })
  await makeTenant(app, { id: 'gone' })
  expect(await run('remove', 'gone', '--yes')).toEqual(removed)
})

test('the neutral tenant stays, and of a tenant of the demo is said that it comes back', async () => {
  expect(await run('remove', 'default', '--yes')).toMatchObject({
    code: 1,
    err: expect.stringContaining('cannot be removed'),
  })
  await makeTenant(app, { id: 'fjord' })
  expect(await run('remove', 'fjord', '--yes')).toEqual({
    code: 0,
    out: 'fjord: removed\n',
    err: 'It is a tenant of the demo: the next bin/start creates it again.\n',
  })
})

test('prices are converted on request only, and what is refused stays as it is', async () => {
  const { file, id } = await newFile()
  await run('import', file)
  const net = read(file).replace(', pricesInclude: vat', '').replace('price: 350.00', 'price: 280.00')
  const gross = net
    .replace('vat_percent', 'pricesInclude: vat, vat_percent')
    .replace('price: 280.00', 'price: 350.00')
  const changes = 'finance.pricesInclude: none → vat\nservices[0].price: 280.00 → 350.00\n'
  write(file, net)
  expect(await run('convert-prices', file)).toEqual({ code: 0, out: gross, err: changes })
  expect(read(file)).toBe(net)
  expect(await run('convert-prices', file, '--write')).toEqual({
    code: 0,
    out: `${file}: prices include VAT now, 1 of them changed\n`,
    err: changes,
  })
  expect(read(file)).toBe(gross)
  // As it was imported: exported, the prices are those that guests see.
  expect(await run('import', file)).toMatchObject({ out: expect.stringContaining('unchanged') })
  expect((await run('export', id)).out).toMatch(/pricesInclude: vat[^]*price: 350\.00/)
  expect(await run('convert-prices', file, '--write')).toEqual({
    code: 0,
    out: `${file}: unchanged\n`,
    err: `${file}: its prices include VAT already.\n`,
  })
  const wrong = net.replace('280.00', '900000')
  expect(await run('convert-prices', write(file, wrong), '--write')).toEqual({
    code: 1,
    out: '',
    err:
      'With VAT, services[0].price must be an amount from 0 to 1000000 with at most two decimals\n' +
      'Nothing was written.\n',
  })
  expect(read(file)).toBe(wrong)
})

test('a shop in a currency that the payment provider does not take is said at its import', async () => {
  const { id, file } = await newFile('--currency', 'ISK', '--price', '5900')
  expect(read(file)).toContain('    price: 5900\n')
  const warned = (yaml: string) => run('import', write(file, yaml), '--dry-run')
  expect(await warned(read(file))).toMatchObject({ code: 0, err: '' })
  expect(await warned(read(file).replace('\n  brand:', '\n  shop: true\n  brand:'))).toMatchObject({
    code: 0,
    out: expect.stringContaining(`${id}: would be created`),
    err: expect.stringMatching(
      new RegExp(
        `^Warnings:\\n${file}:\\d+:\\d+ finance.currency: ISK: the payment provider takes DKK, EUR, NOK, so nothing can be paid`,
      ),
    ),
  })
})
