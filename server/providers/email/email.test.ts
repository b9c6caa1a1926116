import { expect, test } from 'vitest'
import { headersOf, startMailServer, type Received } from '#test/mail-server.ts'
import { mailHeaders } from '#server/mail/send-mail.ts'
import { MailRejected, type Mail, type Mailer } from './port.ts'
import { simulatedMailer } from '#simulators/messages.ts'
import { smtpMailer } from './smtp.ts'

const mail: Mail = {
  from: { name: 'Salon Ærø, "the best"', address: 'no-reply@stamgast.dk' },
  to: 'freja@example.com',
  replyTo: 'hello@salon.example',
  subject: 'Din tid torsdag 3. december kl. 10.00 – vi glæder os',
  text: 'Hej Freja\n\nDin tid er booket.\n',
  html: '<p>Hej <b>Freja</b></p>',
  calendar: { method: 'REQUEST', ics: 'BEGIN:VCALENDAR\r\nMETHOD:REQUEST\r\nEND:VCALENDAR' },
  messageId: '0123456789abcdef@salon.localhost',
  headers: { 'Auto-Submitted': 'auto-generated' },
}

const hostile: [string, Partial<Mail>][] = [
  ['a line break in the subject', { subject: 'Hi\r\nBcc: eve@example.com' }],
  ['a bare line feed in the subject', { subject: 'Hi\nBcc: eve@example.com' }],
  ['an empty subject', { subject: ' ' }],
  [
    'a line break in the sender name',
    { from: { name: 'Salon\r\nBcc: eve@example.com', address: 'no-reply@stamgast.dk' } },
  ],
  ['a second recipient', { to: 'freja@example.com, eve@example.com' }],
  ['a line break in the recipient', { to: 'freja@example.com\r\nBcc: eve@example.com' }],
  ['a named recipient', { to: 'Freja <freja@example.com>' }],
  ['no recipient', { to: '' }],
  ['a recipient without a domain', { to: 'freja@' }],
  ['a recipient that never ends', { to: `${'f'.repeat(300)}@example.com` }],
  ['a line break in the reply address', { replyTo: 'a@b.example\nBcc: eve@example.com' }],
  ['a line break in a header', { headers: { 'Auto-Submitted': 'no\r\nBcc: eve@example.com' } }],
  ['a line break in the name of a header', { headers: { 'X-A: b\r\nBcc': 'eve@example.com' } }],
  ['a line break in the message id', { messageId: 'a@b\r\nBcc: eve@example.com' }],
]

const kinds: [
  string,
  () => Promise<{ mailer: Mailer; received: Received[] | null; stop(): Promise<void> }>,
][] = [
  ['simulator', async () => ({ mailer: simulatedMailer(), received: null, stop: async () => {} })],
  [
    'smtp',
    async () => {
      const server = await startMailServer()
      return { mailer: smtpMailer(server.url), received: server.received, stop: server.stop }
    },
  ],
]

for (const [kind, open] of kinds) {
  test(`${kind}: a valid mail is accepted`, async () => {
    const { mailer, stop } = await open()
    await expect(mailer.send(mail)).resolves.toBeUndefined()
    await expect(
      mailer.send({ ...mail, replyTo: null, calendar: null, headers: {} }),
    ).resolves.toBeUndefined()
    mailer.close()
    await stop()
  })

  test(`${kind}: a mail that could forge a header or a recipient is rejected`, async () => {
    const { mailer, received, stop } = await open()
    for (const [what, change] of hostile)
      await expect(mailer.send({ ...mail, ...change }), what).rejects.toBeInstanceOf(MailRejected)
    if (received) expect(received).toEqual([])
    mailer.close()
    await stop()
  })
}

test('a mail arrives with sender, text, HTML, invitation and message id', async () => {
  const server = await startMailServer()
  const mailer = smtpMailer(server.url)
  await mailer.send(mail)
  await mailer.send(mail)
  mailer.close()
  await server.stop()
  const [first, second] = server.received
  if (!first || !second) throw new Error('mail not received')
  expect([first.from, first.to]).toEqual(['no-reply@stamgast.dk', ['freja@example.com']])
  const headers = headersOf(first)
  expect(headers).toMatch(/^Message-ID: <0123456789abcdef@salon\.localhost>$/m)
  expect(headers).toMatch(/^Reply-To: hello@salon\.example$/m)
  expect(headers).toMatch(/^Auto-Submitted: auto-generated$/m)
  expect(headers).toMatch(/^Subject: =\?UTF-8\?/m)
  expect(headers).not.toMatch(/^Bcc/im)
  for (const type of ['text/plain', 'text/html', 'text/calendar; charset=utf-8; method=REQUEST'])
    expect(first.raw).toContain(`Content-Type: ${type}`)
  const ids = [first, second].map(({ raw }) => /^Message-ID: (.+)$/m.exec(raw)?.[1])
  expect(ids[0]).toBe(ids[1])
})

test('a logo is sent within the mail, under the name that the HTML has for it', async () => {
  const server = await startMailServer()
  const mailer = smtpMailer(server.url)
  const logo = new Uint8Array([137, 80, 78, 71])
  await mailer.send({ ...mail, html: '<img src="cid:logo">', logo })
  mailer.close()
  await server.stop()
  const raw = server.received[0]?.raw ?? ''
  expect(raw).toMatch(/^Content-Type: multipart\/related/m)
  expect(raw).toMatch(/^Content-Type: image\/png; name=logo\.png$/m)
  expect(raw).toMatch(/^Content-ID: <logo>$/m)
  expect(raw).toMatch(/^Content-Disposition: inline/m)
  expect(raw).toContain(Buffer.from(logo).toString('base64'))
  expect(raw).toContain('text/calendar; charset=utf-8; method=REQUEST')
})

test('a rejecting or unreachable mail server is an error', async () => {
  const refusing = await startMailServer(true)
  const mailer = smtpMailer(refusing.url)
  await expect(mailer.send(mail)).rejects.toMatchObject({
    responseCode: 550,
    said: `127.0.0.1:${refusing.port}: 550 no such mailbox: …`,
  })
  mailer.close()
  await refusing.stop()
  const gone = smtpMailer(refusing.url)
  await expect(gone.send(mail)).rejects.toMatchObject({
    code: 'ESOCKET',
    said: `127.0.0.1:${refusing.port}: connect ECONNREFUSED 127.0.0.1:${refusing.port}`,
  })
  gone.close()
})

test('a password is not sent to a server without TLS', async () => {
  const server = await startMailServer()
  const mailer = smtpMailer(server.url.replace('//', '//booking%40salon.example:password@'))
  await expect(mailer.send(mail)).rejects.toMatchObject({ code: 'ETLS' })
  mailer.close()
  await server.stop()
})

test.each([
  [null, ['Auto-Submitted: auto-generated']],
  [
    'https://salon.example/unsubscribe/' + 'A'.repeat(86),
    [
      'Auto-Submitted: auto-generated',
      'List-Unsubscribe-Post: List-Unsubscribe=One-Click',
      `List-Unsubscribe: <https://salon.example/unsubscribe/${'A'.repeat(86)}>`,
    ],
  ],
])('a mail has the listed headers and no others (%s)', async (unsubscribe, lines) => {
  const server = await startMailServer()
  const mailer = smtpMailer(server.url)
  await mailer.send({ ...mail, headers: mailHeaders(unsubscribe) })
  mailer.close()
  await server.stop()
  const [received] = server.received
  if (!received) throw new Error('no mail received')
  expect(
    headersOf(received)
      .split('\r\n')
      .filter((line) => /^(Auto-|List-|Precedence)/i.test(line))
      .toSorted(),
  ).toEqual(lines)
})
