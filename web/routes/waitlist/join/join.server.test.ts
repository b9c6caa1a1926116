import { expect, test } from 'vitest'
import { suggestedPeople } from './join.server.ts'

const catalog: Parameters<typeof suggestedPeople>[0]['catalog'] = {
  services: [
    { id: 'cut', prices: { anna: 32_000, bo: 30_000 } },
    { id: 'color', prices: { carl: 64_000, dina: 64_000 } },
  ],
}

test.each([
  ['anyone for all', ['cut', 'color'], [], []],
  ['one person who performs all', ['cut'], ['anna'], ['anna']],
  [
    'anyone for what the chosen person does not perform',
    ['cut', 'color'],
    ['anna'],
    ['anna', 'carl', 'dina'],
  ],
  ['a person for each', ['cut', 'color'], ['bo', 'dina'], ['bo', 'dina']],
])('a form suggests %s', (_, services, chosen, suggested) => {
  expect(suggestedPeople({ catalog, selection: { services } }, chosen)).toEqual(suggested)
})
