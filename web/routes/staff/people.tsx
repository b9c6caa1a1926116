import type { ReactNode } from 'react'
import { redirect } from 'react-router'
import type { Output } from '#contract/calls.ts'
import { peopleLink } from '#contract/links.ts'
import { rights, roles, type Role } from '#domain/staff/rights.ts'
import { readFormText } from '#web/request/form.ts'
import { readForm } from '#web/request/guard.ts'
import { privateMeta } from '#web/request/page-meta.ts'
import { answerForm, refuse, unreached } from '#web/staff/answer.ts'
import { ConfirmAccess } from '#web/staff/confirm-access.tsx'
import { requirePerson, shutPage } from '#web/staff/guard.ts'
import { useStaffLive } from '#web/staff/live.ts'
import { StaffShell } from '#web/staff/staff-shell.tsx'
import { Page } from '#web/ui/page.tsx'
import { useText } from '#web/ui/text.tsx'
import { InviteForm } from './people/invite-form.tsx'
import { PersonForm } from './people/person-form.tsx'
import { PersonList } from './people/person-list.tsx'
import { RemoveQuestion } from './people/remove-question.tsx'
import type { Route } from './+types/people'

export async function loader(args: Route.LoaderArgs) {
  const ctx = requirePerson(args)
  const { searchParams } = args.url
  return {
    title: `${ctx.t('staffShell.people')} · ${ctx.brand.title}`,
    self: ctx.staff.id,
    people: await ctx.call('listStaff', {}).catch(shutPage),
    edit: searchParams.get('edit'),
    remove: searchParams.get('remove'),
    text: ctx.messages([
      'staffPeople',
      'staffRole',
      'staffRight',
      'staffScope',
      'staffMethod',
      'account',
      'login',
      'magic',
      'onboarding',
      'profile',
    ]),
  }
}

const errorTexts = {
  'staff/already-there': 'staffPeople.alreadyThere',
  'staff/last-owner': 'staffPeople.lastOwner',
  'auth/forbidden': 'staffPeople.forbidden',
  'not-found': 'staffShell.gone',
  fields: { name: 'staffPeople.nameWrong', email: 'magic.emailInvalid' },
} as const

export async function action(args: Route.ActionArgs) {
  const { call } = requirePerson(args)
  const form = await readForm(args.request)
  const intent = readFormText(form, 'intent')
  const person = {
    name: readFormText(form, 'personName'),
    role: readRole(form),
    memberId: readFormText(form, 'memberId') || null,
  }
  const id = readFormText(form, 'id')
  const done = (message: string) => redirect(peopleLink({ message }))
  const works: Record<string, () => Promise<Response>> = {
    invite: async () => {
      await call('inviteStaff', { ...person, email: readFormText(form, 'email') })
      return done('invited')
    },
    save: async () => {
      await call('updateStaff', { ...person, id, rights: readRights(form) })
      return done('saved')
    },
    remove: async () => {
      await call('removeStaff', { id })
      return done('removed')
    },
  }
  const work = Object.hasOwn(works, intent) ? works[intent] : undefined
  return work ? answerForm(intent, work, errorTexts) : refuse(intent, { form: 'error.notDone' })
}

const readRole = (form: FormData): Role =>
  roles.find((role) => role === readFormText(form, 'role')) ?? 'practitioner'

/** The rights that differ from the role; those without a choice have its own. */
function readRights(form: FormData) {
  const chosen = rights.flatMap((right) => {
    const scope = readFormText(form, `right-${right}`)
    return scope ? [[right, scope]] : []
  })
  // The call's schema validates them.
  return Object.fromEntries(chosen) as Record<string, 'all'>
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => unreached(serverAction)

export const meta = privateMeta

/** Who works here, and what each may do. */
export default function People({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText()
  const { people, self, edit, remove } = loaderData
  useStaffLive('staff')
  const shut = actionData?.shut ?? ('shut' in people ? people.shut : null)
  return (
    <StaffShell>
      <Page title={t('staffShell.people')} lead={t('staffPeople.lead')}>
        {shut && <ConfirmAccess shut={shut} />}
        {'documents' in people && (
          <div className="grid gap-8">
            <One {...{ people, edit, remove, actionData }}>
              <PersonList people={people} self={self} />
            </One>
          </div>
        )}
      </Page>
    </StaffShell>
  )
}

type OneProps = {
  people: Output<'listStaff'>
  edit: string | null
  remove: string | null
  actionData: Route.ComponentProps['actionData']
  /** The list of all. */ children: ReactNode
}

/** The person whom the address names, to be changed or removed, then all; else all, then the invitation. */
function One({ people, edit, remove, actionData, children }: OneProps) {
  const person = people.documents.find(({ id, mayChange }) => mayChange && id === (remove ?? edit))
  const answer = (of: string) => (actionData?.of === of ? actionData : undefined)
  if (!person)
    return (
      <>
        {children}
        <InviteForm key={people.documents.length} people={people} answer={answer('invite')} />
      </>
    )
  return (
    <>
      {remove ? (
        <RemoveQuestion person={person} answer={answer('remove')} />
      ) : (
        <PersonForm key={person.id} person={person} people={people} answer={answer('save')} />
      )}
      {children}
    </>
  )
}
