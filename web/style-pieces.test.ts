import { expect, test } from 'vitest'
import { piecesOf, pieceText, restText } from './style-pieces.ts'

const sheet = `/*! who made it */@layer base,utilities;@layer base{*,:before{margin:0}}@layer utilities{.p-4{padding:1rem}.gap-2\\.5{gap:.6rem}.max-w-\\[72rem\\]{max-width:72rem}@media (width>=40rem){.sm\\:p-8{padding:2rem}}.group-hover\\:on:is(:where(.group):hover *){color:red}.card .title,a .title:not(.quiet){color:blue}}@property --x{syntax:"*";inherits:false}@keyframes spin{to{rotate:1turn}}`
const pieces = piecesOf(sheet)
const always = '@layer base,utilities;@layer base{*,:before{margin:0}}'
const end = '@property --x{syntax:"*";inherits:false}@keyframes spin{to{rotate:1turn}}'
const textFor = (...used: string[]) => pieceText(pieces, new Set(used))

test('a page gets what holds for every page, and the rules for its classes in the order of the sheet', () => {
  expect(textFor()).toBe(`${always}${end}`)
  expect(textFor('sm:p-8', 'p-4')).toBe(
    `${always}@layer utilities{.p-4{padding:1rem}@media (width>=40rem){.sm\\:p-8{padding:2rem}}}${end}`,
  )
})

test.each([
  ['a class as it is written in HTML', 'gap-2.5', 'gap:.6rem'],
  ['a class with brackets', 'max-w-[72rem]', 'max-width:72rem'],
  ['a rule whose brackets ask for a class that may be another element’s', 'group-hover:on', 'color:red'],
  ['a rule of which one selector fits', 'title', 'color:blue'],
])('%s is found', (_, name, rule) => expect(textFor(name)).toContain(rule))

test('a selector asks for all of its classes', () => {
  const one = piecesOf('.card .title{color:blue}')
  expect([['card'], ['title'], ['card', 'title']].map((used) => pieceText(one, new Set(used)))).toEqual([
    '',
    '',
    '.card .title{color:blue}',
  ])
})

test('the rest is every rule that a page may lack, and nothing else', () => {
  expect(restText(pieces)).toBe(sheet.slice(sheet.indexOf('@layer utilities{'), sheet.indexOf('@property')))
})
