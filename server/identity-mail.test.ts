import { expect, test } from 'vitest'
import pino from 'pino'
import { makeApp, makeTenant } from '#test/make.ts'
import { readConfig } from './config.ts'
import { findMail, listMail } from './data/mail.ts'
import { mailLanguage, writeIdentityMail } from './identity-mail.ts'
import { handlers } from './jobs/handlers.ts'
import { identityLetter } from './mail/identity-letter.ts'
import type { Mail } from './providers/email/port.ts'
import { simulatedSms } from './providers/sms/simulator.ts'
import { tenantFrom } from './tenant-row.ts'
import { findTenantById } from './data/tenant.ts'

test('a mail with a code leaves whole and is wiped after it; in the outbox, where it is read, it stays', async () => {
  const app = await makeApp()
  const id = await makeTenant(app, { profile: { companyname: 'Salon\r\nNordlys' } })
  const row = await findTenantById(app.db, id)
  if (!row) throw new Error('no tenant')
  const scope = { tenant: tenantFrom(row, app.deps.config), deps: app.deps }
  const letter = identityLetter({
    t: app.deps.text('da'),
    locale: 'da',
    tenant: scope.tenant,
    heading: 'Din <kode>',
    lines: ['En linje'],
    code: '123 456',
    button: { label: 'Tryk', url: `${scope.tenant.origin}/x?a=1&b=2` },
    after: ['Farvel'],
    footer: 'Fod',
  })
  expect(letter.subject).toBe('Salon Nordlys: Din <kode>')
  expect(letter.html).toContain('Din &#60;kode&#62;')
  expect(letter.text).toContain('123 456')
  const write = (key: string, secret: boolean) =>
    app.db.write(id, (tx) => writeIdentityMail(scope, tx, { key, to: 'freja@example.com', letter, secret }))
  expect([
    await write('a', true),
    await write('a', true),
    await write('b', false),
    await write('c', true),
  ]).toEqual([true, false, true, true])
  const mails = new Map((await app.db.read(id, listMail)).map((one) => [one.key, one.id]))

  const sent: Mail[] = []
  const mailer = {
    send: async (mail: Mail) => {
      sent.push(mail)
    },
    close() {},
  }
  const deps = {
    ...app.deps,
    url: app.appUrl,
    mailer,
    sms: simulatedSms(),
    log: pino({ level: 'silent' }),
    work: false,
  }
  const smtp = {
    ...deps,
    config: readConfig({ MAIL: 'smtp', SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'no-reply@stamgast.dk' }),
  }
  for (const key of ['a', 'b']) await handlers.sendMail(smtp, { tenant: id, id: mails.get(key) ?? '' })
  await handlers.sendMail(deps, { tenant: id, id: mails.get('c') ?? '' })
  expect(sent.map((mail) => mail.text.includes('123 456') && mail.html.includes('123 456'))).toEqual([
    true,
    true,
    true,
  ])
  const kept = await Promise.all(
    ['a', 'b', 'c'].map((key) => app.db.read(id, (tx) => findMail(tx, mails.get(key) ?? ''))),
  )
  expect(kept.map((mail) => [mail?.text === '', mail?.html === '', mail?.sentAt instanceof Date])).toEqual([
    [true, true, true],
    [false, false, true],
    [false, false, true],
  ])
  expect([
    mailLanguage(scope, { preferredLanguage: 'da' }, 'en'),
    mailLanguage(scope, { preferredLanguage: null }, 'da'),
    mailLanguage(scope, null, null),
  ]).toEqual(['da', 'da', 'en'])
  await app.close()
})
