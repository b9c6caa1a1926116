import { expect, test } from 'vitest'
import { loadTexts } from '#server/context/load-texts.ts'
import { choiceText, resultText } from './choice-text.ts'

const start = Date.parse('2026-12-01T09:00Z')
const words = {
  t: loadTexts().translate('da'),
  format: { day: () => 'tirsdag 1. december', time: () => '10.00' },
  nameOf: (id: string) => ({ ida: 'Ida', bo: 'Bo' })[id] ?? '',
}

test.each([
  ['give:ida', 'Giv den til Ida på samme tidspunkt', 'Givet til Ida'],
  [
    `place:${start}:ida:bo:ida`,
    'Flyt den til tirsdag 1. december, 10.00, Ida, Bo',
    'Flyttet til tirsdag 1. december, 10.00, Ida, Bo',
  ],
  ['ask', 'Bed om et andet tidspunkt, gratis', 'Gæsten er bedt om at vælge et andet tidspunkt'],
  ['cancel', 'Aflys den', 'Aflyst'],
])('the choice %s reads as a request, and its result as a result', (choice, request, result) => {
  expect(choiceText(words, choice)).toBe(request)
  expect(resultText(words, choice)).toBe(result)
})
