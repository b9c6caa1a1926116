import { afterAll, beforeAll, expect, test } from 'vitest'
import { createApp } from '#server/app.ts'
import { createPages, type Build } from '#server/render/render-page.ts'
import { loadTexts } from '#server/context/load-texts.ts'
import { makeApp, type TestApp } from '#test/make.ts'

let app: TestApp
beforeAll(async () => {
  app = await makeApp()
})
afterAll(() => app.close())

test('where accounts are off, each page and action renders, redirects or is not found', async () => {
  const build = (await import(new URL('../build/server/index.js', import.meta.url).href)) as Build
  const whole: ReturnType<typeof createApp> = createApp(
    app.deps,
    createPages({ build, messages: loadTexts().messages, cacheBytes: 1_000_000 }),
  )
  const headers = { host: 'localhost', 'sec-fetch-site': 'same-origin' }
  const failed: unknown[] = []
  for (const one of Object.values(build.routes)) {
    const path = `/${one?.path ?? ''}`.replaceAll(/:\w+\??/g, 'x'.repeat(22)).replace('*', 'nothing')
    for (const method of ['GET', ...(one?.module.action ? ['POST'] : [])]) {
      for (const body of method === 'POST'
        ? [
            new URLSearchParams({
              email: 'a@example.com',
              password: 'x',
              code: 'x',
              intent: 'answer',
              response: '{}',
              provider: 'google',
              to: '/',
            }),
            '{',
          ]
        : [null]) {
        const { status } = await whole.fetch(
          new Request(`http://localhost${path}`, {
            method,
            headers:
              typeof body === 'string'
                ? { ...headers, 'content-type': 'multipart/form-data; boundary=x' }
                : headers,
            body,
          }),
          {},
        )
        if (status >= 500 && status !== 503) failed.push({ method, path, status, body: String(body) })
      }
    }
  }
  expect(failed).toEqual([])
})
