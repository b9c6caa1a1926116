import { expect, test } from 'vitest'
import { calendarLinks } from './calendar-links.ts'

test('a link has every character of its texts, no plus sign for a blank, and times in UTC', () => {
  const { google, outlook } = calendarLinks({
    title: 'Cut & <Colour> + 50 % — Åse',
    description: 'Cut <short> & "neat"\n\nhttps://salon.example/book/done?visit=a&b=c#d',
    location: 'Salon, Gade 1, 8000 Aarhus',
    start: new Date('2026-10-25T00:30:00.000Z'),
    end: new Date('2026-10-25T01:30:00.000Z'),
  })
  expect(google + outlook).not.toContain('+')
  expect(Object.fromEntries(new URL(google).searchParams)).toEqual({
    action: 'TEMPLATE',
    text: 'Cut & <Colour> + 50 % — Åse',
    dates: '20261025T003000Z/20261025T013000Z',
    location: 'Salon, Gade 1, 8000 Aarhus',
    details: 'Cut <short> & "neat"\n\nhttps://salon.example/book/done?visit=a&b=c#d',
  })
  expect(Object.fromEntries(new URL(outlook).searchParams)).toEqual({
    rru: 'addevent',
    subject: 'Cut & <Colour> + 50 % — Åse',
    startdt: '2026-10-25T00:30:00Z',
    enddt: '2026-10-25T01:30:00Z',
    location: 'Salon, Gade 1, 8000 Aarhus',
    body: 'Cut &#60;short&#62; &#38; &#34;neat&#34;<br><br>https://salon.example/book/done?visit=a&#38;b=c#d',
  })
})
