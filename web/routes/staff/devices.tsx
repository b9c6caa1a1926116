import { redirect } from 'react-router'
import type { Output } from '#contract/calls.ts'
import { devicesLink } from '#contract/links.ts'
import { lockMinutes } from '#domain/staff/session.ts'
import { readFormText } from '#web/request/form.ts'
import { readForm } from '#web/request/guard.ts'
import { privateMeta } from '#web/request/page-meta.ts'
import { answerForm, refuse, unreached, type Refused } from '#web/staff/answer.ts'
import { ConfirmAccess } from '#web/staff/confirm-access.tsx'
import { requirePerson, shutPage } from '#web/staff/guard.ts'
import { StaffShell } from '#web/staff/staff-shell.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ErrorSummary, Field } from '#web/ui/form/field.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { useFormat } from '#web/ui/format.ts'
import { Empty, Page } from '#web/ui/page.tsx'
import { useText } from '#web/ui/text.tsx'
import type { Route } from './+types/devices'

export async function loader(args: Route.LoaderArgs) {
  const ctx = requirePerson(args)
  return {
    title: `${ctx.t('staffShell.devices')} · ${ctx.brand.title}`,
    devices: await ctx.call('listDevices', {}).catch(shutPage),
    text: ctx.messages(['staffDevices', 'account', 'login', 'onboarding', 'profile']),
  }
}

export async function action(args: Route.ActionArgs) {
  const { call } = requirePerson(args)
  const form = await readForm(args.request)
  const intent = readFormText(form, 'intent')
  const id = readFormText(form, 'id')
  // Each form of the page has its own fields.
  const device = {
    name: readFormText(form, `deviceName-${id}`),
    lockMinutes: Number(readFormText(form, `minutes-${id}`)),
  }
  const done = (message: string) => redirect(devicesLink({ message }))
  const works: Record<string, () => Promise<Response>> = {
    enrol: async () => {
      await call('enrolDevice', device)
      return done('enrolled')
    },
    save: async () => {
      await call('updateDevice', { id, ...device })
      return done('saved')
    },
    remove: async () => {
      await call('removeDevice', { id })
      return done('removed')
    },
  }
  const work = Object.hasOwn(works, intent) ? works[intent] : undefined
  return work
    ? answerForm(`${intent}${id}`, work, {
        'not-found': 'staffShell.gone',
        fields: { name: 'staffDevices.nameWrong', lockMinutes: 'staffDevices.minutesWrong' },
      })
    : refuse(intent, { form: 'error.notDone' })
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => unreached(serverAction)

export const meta = privateMeta

/** The desk devices, which several people share. */
export default function Devices({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText()
  const { devices } = loaderData
  const shut = actionData?.shut ?? ('shut' in devices ? devices.shut : null)
  const of = (form: string) => (actionData?.of === form ? actionData : undefined)
  const isDesk = 'documents' in devices && devices.documents.some(({ current }) => current)
  return (
    <StaffShell>
      <Page title={t('staffShell.devices')} lead={t('staffDevices.lead')}>
        {shut && <ConfirmAccess shut={shut} />}
        {'documents' in devices && (
          <div className="grid max-w-[40rem] gap-6">
            {devices.documents.length === 0 && <Empty>{t('staffDevices.none')}</Empty>}
            {devices.documents.map((device) => (
              <DeviceCard key={device.id} device={device} answer={of(`save${device.id}`)} />
            ))}
            {!isDesk && <EnrolForm answer={of('enrol')} />}
          </div>
        )}
      </Page>
    </StaffShell>
  )
}

type Device = Output<'listDevices'>['documents'][number]

function EnrolForm({ answer }: { answer: Refused | undefined }) {
  const t = useText()
  return (
    <Card title={t('staffDevices.enrolTitle')} lead={t('staffDevices.enrolLead')}>
      <Form method="post" noValidate className="grid gap-5">
        <input type="hidden" name="intent" value="enrol" />
        <Fields id="" name="" minutes={lockMinutes.usual} answer={answer} />
        <div>
          <Button>{t('staffDevices.enrol')}</Button>
        </div>
      </Form>
    </Card>
  )
}

function DeviceCard({ device, answer }: { device: Device; answer: Refused | undefined }) {
  const t = useText()
  const { fullDay } = useFormat()
  const { id, name, enrolledBy, createdAt, lastUsedAt, current } = device
  return (
    <Card title={name}>
      {current && (
        <span>
          <Badge tone="success">{t('profile.thisDevice')}</Badge>
        </span>
      )}
      <p className="grid text-muted">
        <span>{t('staffDevices.enrolledBy', { name: enrolledBy, date: fullDay(createdAt) })}</span>
        <span>{t('profile.lastUsed', { date: fullDay(lastUsedAt) })}</span>
      </p>
      <Form method="post" noValidate className="grid gap-5">
        <input type="hidden" name="intent" value="save" />
        <input type="hidden" name="id" value={id} />
        <Fields id={id} name={name} minutes={device.lockMinutes} answer={answer} />
        <div>
          <Button tone="secondary">{t('account.save')}</Button>
        </div>
      </Form>
      <Form method="post">
        <input type="hidden" name="intent" value="remove" />
        <input type="hidden" name="id" value={id} />
        <Button tone="secondary">{t('profile.passkeyRemoveOf', { name })}</Button>
      </Form>
    </Card>
  )
}

type FieldsProps = { id: string; name: string; minutes: number; answer: Refused | undefined }

function Fields({ id, name, minutes, answer }: FieldsProps) {
  const t = useText()
  const errors = Object.fromEntries(
    Object.entries(answer?.errors ?? {}).map(([field, key]) => [field, t(key)]),
  )
  const named = Object.fromEntries(
    Object.entries(errors).map(([field, text]) => [
      field === 'name' ? `deviceName-${id}` : field === 'lockMinutes' ? `minutes-${id}` : field,
      text,
    ]),
  )
  return (
    <>
      <ErrorSummary title={t('onboarding.failedTitle')} errors={named} />
      <Field
        name={`deviceName-${id}`}
        label={t('staffDevices.name')}
        error={errors.name}
        defaultValue={name}
        autoComplete="off"
        maxLength={60}
        required
      />
      <Field
        name={`minutes-${id}`}
        type="number"
        inputMode="numeric"
        label={t('staffDevices.minutes')}
        hint={t('staffDevices.minutesHint')}
        error={errors.lockMinutes}
        defaultValue={minutes}
        min={lockMinutes.least}
        max={lockMinutes.most}
        required
      />
    </>
  )
}
