import { expect, test } from 'vitest'
import pino from 'pino'
import { makeApp, makeTenant } from '#test/make.ts'
import { readConfig } from '#server/config/config.ts'
import { findMail, listMail } from '#server/mail/queries.ts'
import { mailLanguage, enqueueIdentityMail } from './mail.ts'
import { jobHandlers } from '#server/job-handlers.ts'
import { identityMailTemplate } from './identity-template.ts'
import type { Mail } from '#server/providers/email/port.ts'
import { simulatedSms } from '#simulators/messages.ts'
import { tenantFrom } from '#server/tenant/tenant.ts'
import { findTenantById } from '#server/tenant/queries.ts'

test('a mail with a code is sent whole and then redacted, but not in the simulator’s outbox', async () => {
  const app = await makeApp()
  const id = await makeTenant(app, { profile: { companyname: 'Salon\r\nNordlys' } })
  const row = await findTenantById(app.db, id)
  if (!row) throw new Error('no tenant')
  const ctx = { tenant: tenantFrom(row, app.deps.config), deps: app.deps }
  const content = identityMailTemplate({
    t: app.deps.text('da'),
    locale: 'da',
    tenant: ctx.tenant,
    heading: 'Din <kode>',
    lines: ['En linje'],
    code: { text: 'Koden:', digits: '123 456' },
    button: { label: 'Tryk', url: `${ctx.tenant.origin}/x?a=1&b=2` },
    after: ['Farvel'],
    footer: 'Fod',
  })
  expect(content.subject).toBe('Salon Nordlys: Din <kode>')
  expect(content.html).toContain('Din &#60;kode&#62;')
  expect(content.text).toContain('123 456')
  const write = (key: string, secret: boolean) =>
    app.db.write(id, (tx) => enqueueIdentityMail(ctx, tx, { key, to: 'freja@example.com', content, secret }))
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
  for (const key of ['a', 'b']) await jobHandlers.sendMail(smtp, { tenant: id, id: mails.get(key) ?? '' })
  await jobHandlers.sendMail(deps, { tenant: id, id: mails.get('c') ?? '' })
  expect(sent.map((mail) => mail.text.includes('123 456') && mail.html.includes('123 456'))).toEqual([
    true,
    true,
    true,
  ])
  const stored = await Promise.all(
    ['a', 'b', 'c'].map((key) => app.db.read(id, (tx) => findMail(tx, mails.get(key) ?? ''))),
  )
  expect(stored.map((mail) => [mail?.text === '', mail?.html === '', mail?.sentAt instanceof Date])).toEqual([
    [true, true, true],
    [false, false, true],
    [false, false, true],
  ])
  expect([
    mailLanguage(ctx, { preferredLanguage: 'da' }, 'en'),
    mailLanguage(ctx, { preferredLanguage: null }, 'da'),
    mailLanguage(ctx, null, null),
  ]).toEqual(['da', 'da', 'en'])
  await app.close()
})
