import { useState } from 'react'
import { useText } from '#web/text.tsx'
import { Field } from '#web/ui/field.tsx'
import { useReady } from '#web/ui/ready.ts'

type PasswordFieldProps = {
  name?: string
  label: string
  autoComplete: 'current-password' | 'new-password'
  hint?: string | undefined
  error?: string | undefined
}

/** A password with a text button that shows what was typed. */
export function PasswordField({ name = 'password', label, autoComplete, hint, error }: PasswordFieldProps) {
  const t = useText()
  const ready = useReady()
  const [shown, show] = useState(false)
  return (
    <div className="relative">
      <Field
        name={name}
        type={shown ? 'text' : 'password'}
        label={label}
        hint={hint}
        error={error}
        autoComplete={autoComplete}
        autoCapitalize="none"
        spellCheck={false}
        maxLength={1024}
        required
      />
      {ready && (
        <button
          type="button"
          aria-controls={name}
          aria-label={t(shown ? 'login.hidePassword' : 'login.showPassword')}
          onClick={() => show(!shown)}
          className="absolute right-0.5 top-[calc(1.875rem+2px)] min-h-10 rounded bg-surface px-4 text-sm font-medium text-brand-text underline underline-offset-4"
        >
          {t(shown ? 'login.hide' : 'login.show')}
        </button>
      )}
    </div>
  )
}
