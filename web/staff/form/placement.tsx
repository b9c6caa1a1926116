import type { Output } from '#contract/calls.ts'
import { Checkbox, Field } from '#web/ui/form/field.tsx'
import { useFormat } from '#web/ui/format.ts'
import { useText } from '#web/ui/text.tsx'
import { InTheWay } from '../day/in-the-way.tsx'
import { refusalTexts, warningTexts } from '../day/texts.ts'

export type Placement = Output<'checkPlacement'>

/** Whether a place is over another visit, or could be. */
export const isOverbooking = (placement: Placement): boolean =>
  placement.ok
    ? placement.inTheWay.some((one) => one.kind === 'visit' && one.over === 'work')
    : placement.reason === 'taken' || placement.reason === 'room'

type LinesProps = {
  placement: Placement
  /** The names of people by their ids. */ nameOf: (memberId: string) => string
}

/** What stands against a place, and what to know about it; each warning is marked as shown. */
export function PlacementLines({ placement, nameOf }: LinesProps) {
  const t = useText()
  const { duration } = useFormat()
  const { warnings, inTheWay } = placement
  const reason = placement.ok ? null : placement.reason
  return (
    <>
      {reason !== null && (reason !== 'warned' || warnings.length === 0) && (
        <li className="font-medium">{t(refusalTexts[reason])}</li>
      )}
      {!placement.ok && placement.missing !== undefined && (
        <li>{t('staffPlace.missing', { minutes: duration(placement.missing) })}</li>
      )}
      {warnings.map((warning) => (
        <li key={warning}>
          <span>{t(warningTexts[warning])}</span>
          <input type="hidden" name="accept" value={warning} />
        </li>
      ))}
      {inTheWay.map((one) => (
        <li key={`${one.visitId}${one.memberId}${one.start}${one.room}`}>
          <InTheWay taken={one} nameOf={nameOf} />
        </li>
      ))}
    </>
  )
}

type FieldsProps = {
  placement: Placement
  /** Whether who reads may place a visit over another one, and withdraw offers of the waitlist. */
  may: { over: boolean; withdraw: boolean }
  over: string
  withdraw: boolean
  /** Of the reason for double-booking. */ error?: string | undefined
}

/** What a place needs that is not free, as far as who reads may take it. */
export function PlacementFields({ placement, may, over, withdraw, error }: FieldsProps) {
  const t = useText()
  return (
    <>
      {isOverbooking(placement) && may.over && (
        <Field
          name="over"
          label={t('staffPlace.overReason')}
          hint={t('placement.overHint')}
          error={error}
          defaultValue={over}
          maxLength={200}
          autoComplete="off"
        />
      )}
      {!placement.ok && placement.reason === 'offered' && may.withdraw && (
        <Checkbox name="withdraw" label={t('placement.withdraw')} defaultChecked={withdraw} />
      )}
    </>
  )
}
