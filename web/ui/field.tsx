import { useEffect, useRef, type ComponentProps, type ReactNode } from 'react'
import { useActionData } from 'react-router'
import { stayHere } from './stay-here.ts'

/** What is wrong with a form: a text for each field's name. */
export type FieldErrors = Readonly<Record<string, string>>

/** The look of a field's box. */
export const box =
  'min-h-11 w-full rounded border border-control bg-surface px-3 py-2 text-base text-text aria-invalid:border-danger aria-invalid:border-2'

type Frame = { name: string; label: string; hint?: string | undefined; error?: string | undefined }

function Framed({ name, label, hint, error, children }: Frame & { children: ReactNode }) {
  return (
    <div className="grid gap-1.5">
      <label htmlFor={name} className="font-medium">
        {label}
      </label>
      {children}
      {hint && (
        <p id={`${name}-hint`} className="text-sm text-muted">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${name}-error`} className="text-sm font-medium text-danger">
          {error}
        </p>
      )}
    </div>
  )
}

const described = ({ name, hint, error }: Frame) =>
  [hint && `${name}-hint`, error && `${name}-error`].filter(Boolean).join(' ') || undefined

/** A text field: label above, hint and error below, its own words kept. */
export function Field({ name, label, hint, error, ...rest }: Frame & Omit<ComponentProps<'input'>, 'name'>) {
  const frame = { name, label, hint, error }
  return (
    <Framed {...frame}>
      <input
        id={name}
        name={name}
        className={box}
        aria-invalid={error ? true : undefined}
        aria-describedby={described(frame)}
        {...rest}
      />
    </Framed>
  )
}

/** A choice from a list: label, hint and error as in `Field`. */
export function SelectField({
  name,
  label,
  hint,
  error,
  children,
  ...rest
}: Frame & Omit<ComponentProps<'select'>, 'name'>) {
  const frame = { name, label, hint, error }
  return (
    <Framed {...frame}>
      <select
        id={name}
        name={name}
        className={box}
        aria-invalid={error ? true : undefined}
        aria-describedby={described(frame)}
        {...rest}
      >
        {children}
      </select>
    </Framed>
  )
}

/** A tick box with its sentence beside it. */
export function Tick({
  name,
  label,
  error,
  ...rest
}: Frame & Omit<ComponentProps<'input'>, 'name' | 'type'>) {
  return (
    <div className="grid gap-1">
      <label htmlFor={name} className="flex min-h-11 items-start gap-3 py-2">
        <input
          id={name}
          name={name}
          type="checkbox"
          className="mt-0.5 size-6 shrink-0 accent-brand-line"
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${name}-error` : undefined}
          {...rest}
        />
        <span>{label}</span>
      </label>
      {error && (
        <p id={`${name}-error`} className="text-sm font-medium text-danger">
          {error}
        </p>
      )}
    </div>
  )
}

type ErrorSummaryProps = {
  title: string
  errors: FieldErrors | undefined
  /** What told of them, where that is not the answer to the page's own form. */ answer?: unknown
}

/** All that is wrong, above the form; takes the focus once with each answer that tells of it, and whenever it says something else. */
export function ErrorSummary({ title, errors, answer }: ErrorSummaryProps) {
  const ref = useRef<HTMLDivElement>(null)
  const ofPage = useActionData<unknown>()
  const of = answer ?? ofPage
  const entries = Object.entries(errors ?? {})
  const said = JSON.stringify(entries)
  useEffect(() => {
    ref.current?.focus()
  }, [of, said])
  if (!entries.length) return null
  return (
    <div
      ref={ref}
      tabIndex={-1}
      role="alert"
      className="rounded border-2 border-danger bg-danger-soft p-4 text-on-danger-soft"
    >
      <h2 className="text-lg">{title}</h2>
      <ul className="mt-2 grid gap-1">
        {entries.map(([name, text]) => (
          <li key={name}>
            {name === 'form' ? (
              text
            ) : (
              <a
                className="inline-block py-1 underline underline-offset-4"
                href={`#${name}`}
                onClick={stayHere}
              >
                {text}
              </a>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}
