import { buffersOf, gapsOf } from '#domain/day-grid.ts'
import type { OutsideReason } from '#domain/availability/schedule-conflict.ts'
import { anyOverlap, merge, toMs } from '#domain/availability/range.ts'
import { unitKey, isSameUnit, unitName } from '#domain/availability/unit.ts'
import { QUEUE_MS } from '#domain/visit/hold.ts'
import type { ScheduledSegment } from './queries.ts'
import type { Reader } from './reader.ts'

/** The booked visits of these segments for a reader, in the order of time. */
export function toVisits(
  segments: readonly ScheduledSegment[],
  reader: Reader,
  whyOutside: (segment: ScheduledSegment) => OutsideReason | null,
) {
  const booked = segments.filter(({ kind }) => kind === 'visit')
  return [...Map.groupBy(booked, ({ visitId }) => visitId).values()].flatMap((parts) => {
    const [visit] = parts
    return visit ? [toVisit(visit, parts, reader, whyOutside)] : []
  })
}

/** One visit, of which the reader sees these parts. */
export function toVisit(
  visit: ScheduledSegment,
  parts: readonly ScheduledSegment[],
  reader: Reader,
  whyOutside: (segment: ScheduledSegment) => OutsideReason | null,
) {
  const times = toMs({ start: visit.visitStart, end: visit.visitEnd })
  return {
    id: visit.visitId,
    number: visit.number,
    ...times,
    sequence: visit.sequence,
    progress: visit.progress,
    progressAt: visit.progressAt,
    source: visit.source,
    unanswered: visit.unanswered,
    asked: visit.asked,
    guest: reader.guest(visit, { ...times, memberIds: parts.map(({ memberId }) => memberId) }),
    note: visit.note,
    staffNotes: visit.staffNotes,
    price: reader.price(visit.price, times),
    currency: visit.currency,
    segments: parts.map((part) => ({
      position: part.position,
      serviceId: part.serviceId,
      serviceName: part.serviceName,
      addons: part.addons,
      kind: part.svctype,
      kindName: part.kindName,
      memberId: part.memberId,
      anyone: part.anyone,
      ...toMs(part),
      gaps: gapsOf(part).map(toMs),
      ...buffersOf(part),
      rooms: part.units.map((one) => ({
        id: unitKey(one),
        name: unitName(one, one.unit),
        gaps: gapsOf({ ...part, busy: one.busy }).map(toMs),
        ...buffersOf({ ...part, busy: one.busy }),
      })),
      over: part.over ? part.overReason : null,
      uncovered: whyOutside(part),
    })),
  }
}

/**
 * Overbooked is what is over another visit still, of these segments or of `among`: either of the two may have
 * been moved since.
 */
export const onlyStillOver = (
  segments: readonly ScheduledSegment[],
  among: readonly ScheduledSegment[] = segments,
): ScheduledSegment[] =>
  segments.map((part) => ({
    ...part,
    over: among.some(
      (other) =>
        other.visitId !== part.visitId &&
        ((part.over && hasItsMember(part, other)) || hasItsUnit(part, other)),
    ),
  }))

const hasItsMember = (part: ScheduledSegment, other: ScheduledSegment): boolean =>
  other.memberId === part.memberId && anyOverlap(part.busy, other.busy)

const hasItsUnit = (part: ScheduledSegment, other: ScheduledSegment): boolean =>
  part.units.some(
    (unit) =>
      unit.over && other.units.some((one) => isSameUnit(unit, one) && anyOverlap(unit.busy, one.busy)),
  )

/** What is kept of members' time without being booked; an offer until when its guest may answer it. */
export const toHolds = (segments: readonly ScheduledSegment[]) =>
  segments.flatMap(({ visitId, kind, memberId, start, end, busy, holdUntil, units }) =>
    // Of the queue's, a room alone may be left.
    kind === 'visit' || holdUntil === null || busy.length === 0
      ? []
      : [
          {
            id: visitId,
            kind,
            memberId,
            ...toMs({ start, end }),
            until: kind === 'offer' ? holdUntil - QUEUE_MS : holdUntil,
            rooms: units.map(unitKey),
          },
        ],
  )

/** When members are busy, and nothing else of it. */
export const toBusy = (segments: readonly ScheduledSegment[]) =>
  [...Map.groupBy(segments, ({ memberId }) => memberId)].flatMap(([memberId, own]) =>
    merge(own.flatMap(({ busy }) => busy)).map((range) => ({ memberId, ...toMs(range) })),
  )

/** The same of rooms and devices. */
export const toRoomsBusy = (segments: readonly ScheduledSegment[]) =>
  [
    ...Map.groupBy(
      segments.flatMap(({ units }) => units),
      unitKey,
    ),
  ].flatMap(([room, units]) =>
    merge(units.flatMap(({ busy }) => busy)).map((range) => ({ room, ...toMs(range) })),
  )
