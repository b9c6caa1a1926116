import { createVerify, generateKeyPairSync } from 'node:crypto'
import { expect, test } from 'vitest'
import { startTranslator, type TranslatorAnswer, type TranslatorRequest } from '#test/translator.ts'
import { googleV2 } from './google-v2.ts'
import { googleV3 } from './google-v3.ts'
import { libreTranslate } from './libre-translate.ts'
import {
  TranslationRejected,
  TranslationOutcomeUnknown,
  TranslationUnreachable,
  type TranslationProvider,
} from './port.ts'
import { simulatedTranslation } from '#simulators/translation/simulator.ts'

const keys = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'pem' },
})
const accountAt = (url: string) => ({
  client_email: 'translator@salon.iam.gserviceaccount.com',
  private_key: keys.privateKey,
  project_id: 'salon',
  token_uri: `${url}/token`,
})
const ask = { texts: ['Klip & føn', 'Farve'], source: 'da', target: 'pt' } as const
const quota = {
  error: {
    code: 403,
    message: 'Daily Limit Exceeded',
    status: 'PERMISSION_DENIED',
    errors: [{ message: 'Daily Limit Exceeded', domain: 'usageLimits', reason: 'dailyLimitExceeded' }],
  },
}

type Kind = {
  name: string
  open(url: string, timeout?: number): TranslationProvider
  accepted: unknown
  rejected: unknown
  /** Null where it is the status. */
  code: string | null
  said: string
}
const kinds: Kind[] = [
  {
    name: 'google-v2',
    open: (url, timeout = 10_000) => googleV2({ url, key: 'k3y', timeout }),
    accepted: { data: { translations: [{ translatedText: 'Corte & brushing' }, { translatedText: 'Cor' }] } },
    rejected: quota,
    code: 'dailyLimitExceeded',
    said: 'Daily Limit Exceeded',
  },
  {
    name: 'google-v3',
    open: (url, timeout = 10_000) =>
      googleV3({ url, account: accountAt(url), location: 'europe-west1', timeout }),
    code: 'RESOURCE_EXHAUSTED',
    said: 'Quota exceeded',
    accepted: {
      translations: [
        { translatedText: 'Corte & brushing' },
        { translatedText: 'Cor', detectedLanguageCode: 'da' },
      ],
      glossaryTranslations: [],
    },
    rejected: { error: { code: 429, message: 'Quota exceeded', status: 'RESOURCE_EXHAUSTED' } },
  },
  {
    name: 'libretranslate',
    open: (url, timeout = 10_000) => libreTranslate({ url, key: 'k3y', timeout }),
    accepted: { translatedText: ['Corte & brushing', 'Cor'] },
    rejected: { error: 'Slowdown: 80 per 1 minute' },
    code: null,
    said: 'Slowdown: 80 per 1 minute',
  },
]

const token = { status: 200, body: { access_token: 't0ken', expires_in: 3599, token_type: 'Bearer' } }

for (const { name, open, accepted: taken, rejected: refused, code, said } of kinds) {
  const parsedBody = async (
    answer: TranslatorAnswer,
  ): Promise<{ outcome: unknown; asked: TranslatorRequest[] }> => {
    const translator = await startTranslator(({ url }) => (url === '/token' ? token : answer))
    const outcome = await open(translator.url, answer === 'silence' ? 300 : undefined)
      .translate(ask)
      .catch((error: unknown) => error)
    await translator.stop()
    return { outcome, asked: translator.asked.filter(({ url }) => url !== '/token') }
  }

  test(`${name}: translations are returned in order, as plain text`, async () => {
    expect((await parsedBody({ status: 200, body: taken })).outcome).toEqual(['Corte & brushing', 'Cor'])
  })

  test(`${name}: a rejection, such as an exceeded quota, has the provider's code and words`, async () => {
    for (const status of [403, 429])
      expect((await parsedBody({ status, body: refused })).outcome).toMatchObject({
        code: code ?? String(status),
        said,
      })
    expect((await parsedBody({ status: 400, body: 'nothing we know' })).outcome).toMatchObject({
      code: '400',
    })
    expect((await parsedBody({ status: 401, body: null })).outcome).toBeInstanceOf(TranslationRejected)
  })

  test(`${name}: an unreachable provider differs from an unknown outcome`, async () => {
    expect((await parsedBody({ status: 503, body: null })).outcome).toBeInstanceOf(TranslationUnreachable)
    const gone = await startTranslator(() => 'silence')
    await gone.stop()
    await expect(open(gone.url).translate(ask)).rejects.toBeInstanceOf(TranslationUnreachable)
    for (const answer of [
      'silence',
      'hang up',
      { status: 500, body: refused },
      { status: 200, body: { odd: true } },
      { status: 200, body: null },
    ] as const)
      expect((await parsedBody(answer)).outcome, JSON.stringify(answer)).toBeInstanceOf(
        TranslationOutcomeUnknown,
      )
  })
}

test('a response with another number of texts is an unknown outcome', async () => {
  const translator = await startTranslator(() => ({ status: 200, body: { translatedText: ['Cor'] } }))
  await expect(libreTranslate({ url: translator.url, key: null }).translate(ask)).rejects.toBeInstanceOf(
    TranslationOutcomeUnknown,
  )
  await translator.stop()
})

test('google-v2 requests are plain text with the key in a header, not in the URL', async () => {
  const translator = await startTranslator(() => ({ status: 200, body: kinds[0]?.accepted }))
  await googleV2({ url: translator.url, key: 'k3y' }).translate(ask)
  await translator.stop()
  const [asked] = translator.asked
  expect(asked).toMatchObject({
    method: 'POST',
    url: '/language/translate/v2',
    headers: { 'x-goog-api-key': 'k3y', 'content-type': 'application/json; charset=utf-8' },
  })
  expect(JSON.parse(asked?.body ?? '')).toEqual({
    q: ask.texts,
    source: 'da',
    target: 'pt-PT',
    format: 'text',
  })
})

test('google-v3 gets a token with a signed assertion, caches it and renews it', async () => {
  let now = 1_800_000_000_000
  const translator = await startTranslator(({ url }) =>
    url === '/token' ? token : { status: 200, body: kinds[1]?.accepted },
  )
  const provider = googleV3({
    url: translator.url,
    account: accountAt(translator.url),
    location: 'europe-west1',
    now: () => now,
  })
  await provider.translate(ask)
  await provider.translate(ask)
  now += 3_600_000
  await provider.translate(ask)
  await translator.stop()
  const tokens = translator.asked.filter(({ url }) => url === '/token')
  expect([tokens.length, translator.asked.length]).toEqual([2, 5])
  const form = new URLSearchParams(tokens[0]?.body)
  const [head = '', claims = '', signature = ''] = (form.get('assertion') ?? '').split('.')
  expect(
    createVerify('RSA-SHA256').update(`${head}.${claims}`).verify(keys.publicKey, signature, 'base64url'),
  ).toBe(true)
  expect(form.get('grant_type')).toBe('urn:ietf:params:oauth:grant-type:jwt-bearer')
  expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toEqual({
    iss: 'translator@salon.iam.gserviceaccount.com',
    scope: 'https://www.googleapis.com/auth/cloud-translation',
    aud: `${translator.url}/token`,
    iat: 1_800_000_000,
    exp: 1_800_003_600,
  })
  const asked = translator.asked[1]
  expect(asked).toMatchObject({
    method: 'POST',
    url: '/v3/projects/salon/locations/europe-west1:translateText',
    headers: { authorization: 'Bearer t0ken' },
  })
  expect(JSON.parse(asked?.body ?? '')).toEqual({
    contents: ask.texts,
    mimeType: 'text/plain',
    sourceLanguageCode: 'da',
    targetLanguageCode: 'pt-PT',
  })
})

test('libretranslate requests use its language codes, and a key where there is one', async () => {
  const translator = await startTranslator(() => ({ status: 200, body: kinds[2]?.accepted }))
  await libreTranslate({ url: translator.url, key: null }).translate({ ...ask, source: 'no' })
  await libreTranslate({ url: translator.url, key: 'k3y' }).translate(ask)
  await translator.stop()
  const [open, keyed] = translator.asked.map(({ body }) => JSON.parse(body) as unknown)
  expect(translator.asked[0]).toMatchObject({ method: 'POST', url: '/translate' })
  expect(open).toEqual({ q: ask.texts, source: 'nb', target: 'pt', format: 'text' })
  expect(keyed).toMatchObject({ source: 'da', api_key: 'k3y' })
})

test('the simulator translates only texts of its phrase books', async () => {
  expect(
    await simulatedTranslation().translate({
      texts: ['Dameklip', 'Noget helt andet'],
      source: 'da',
      target: 'en',
    }),
  ).toEqual(['Women’s cut', null])
})
