import { useEffect, useRef, type ComponentProps, type ReactNode } from 'react'
import { useActionData } from 'react-router'
import { useReturnedText } from '#web/site/use-root-data.ts'
import { scrollToAnchor } from '../scroll-to-anchor.ts'
import { inputClasses } from './input-classes.ts'

/** Error texts by field name; `form` for the whole form. */
export type FieldErrors = Readonly<Record<string, string>>

type FrameProps = { name: string; label: string; hint?: string | undefined; error?: string | undefined }

function LabelledControl({ name, label, hint, error, children }: FrameProps & { children: ReactNode }) {
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

const describedBy = ({ name, hint, error }: FrameProps) =>
  [hint && `${name}-hint`, error && `${name}-error`].filter(Boolean).join(' ') || undefined

/** The value of a form that is returned. */
function useReturnedValue(name: string) {
  const text = useReturnedText(name)
  return text === undefined ? {} : { defaultValue: text }
}

/** What a text control has of its frame. */
const controlProps = (frame: FrameProps) => ({
  id: frame.name,
  name: frame.name,
  className: inputClasses,
  'aria-invalid': frame.error ? true : undefined,
  'aria-describedby': describedBy(frame),
})

type FieldProps = FrameProps &
  Omit<ComponentProps<'input'>, 'name'> & {
    /** A button at the end of the input, null before it is there. */ inside?: ReactNode
  }

/** A labelled text input with hint and error. */
export function Field({ name, label, hint, error, inside, ...rest }: FieldProps) {
  const frame = { name, label, hint, error }
  const input = <input {...controlProps(frame)} {...rest} {...useReturnedValue(name)} />
  return (
    <LabelledControl {...frame}>
      {inside === undefined ? (
        input
      ) : (
        <div className="relative grid">
          {input}
          {inside}
        </div>
      )}
    </LabelledControl>
  )
}

/** A labelled e-mail address. */
export const EmailField = (
  props: Omit<ComponentProps<typeof Field>, 'name' | 'type'> & { name?: string },
) => (
  <Field
    name="email"
    type="email"
    autoComplete="email"
    inputMode="email"
    autoCapitalize="none"
    spellCheck={false}
    {...props}
  />
)

/** A labelled field for several lines, with hint and error. */
export function TextArea({
  name,
  label,
  hint,
  error,
  ...rest
}: FrameProps & Omit<ComponentProps<'textarea'>, 'name'>) {
  const frame = { name, label, hint, error }
  return (
    <LabelledControl {...frame}>
      <textarea {...controlProps(frame)} {...rest} {...useReturnedValue(name)} />
    </LabelledControl>
  )
}

/** A labelled select with hint and error. */
export function SelectField({
  name,
  id = name,
  label,
  hint,
  error,
  children,
  ...rest
}: FrameProps & Omit<ComponentProps<'select'>, 'name'>) {
  const frame = { name: id, label, hint, error }
  return (
    <LabelledControl {...frame}>
      <select
        id={id}
        name={name}
        className={inputClasses}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy(frame)}
        {...rest}
        {...useReturnedValue(name)}
      >
        {children}
      </select>
    </LabelledControl>
  )
}

/** A labelled checkbox with hint and error. */
export function Checkbox({
  name,
  label,
  hint,
  error,
  ...rest
}: FrameProps & Omit<ComponentProps<'input'>, 'name' | 'type'>) {
  return (
    <div className="grid gap-1">
      <label htmlFor={name} className="flex min-h-11 items-start gap-3 py-2">
        <input
          id={name}
          name={name}
          type="checkbox"
          className="mt-0.5 size-6 shrink-0 accent-brand-line"
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy({ name, label, hint, error })}
          {...rest}
        />
        <span>{label}</span>
      </label>
      {hint && (
        <p id={`${name}-hint`} className="-mt-2 pl-9 text-sm text-muted">
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

type ErrorSummaryProps = {
  title: string
  errors: FieldErrors | undefined
  /** The response that carried the errors, if it is not the page's own action data. */ answer?: unknown
}

/**
 * All errors of a form, above it. Takes the focus with each response that has errors, and whenever they
 * change.
 */
export function ErrorSummary({ title, errors, answer }: ErrorSummaryProps) {
  const ref = useRef<HTMLDivElement>(null)
  const pageResponse = useActionData<unknown>()
  const response = answer ?? pageResponse
  const entries = Object.entries(errors ?? {})
  const entriesKey = JSON.stringify(entries)
  useEffect(() => {
    ref.current?.focus()
  }, [response, entriesKey])
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
                onClick={scrollToAnchor}
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
