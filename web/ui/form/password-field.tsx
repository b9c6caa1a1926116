import { useState } from 'react'
import { useText } from '../text.tsx'
import { Field } from './field.tsx'
import { useHydrated } from '../use-hydrated.ts'

type PasswordFieldProps = {
  name?: string
  label: string
  autoComplete: 'current-password' | 'new-password'
  hint?: string | undefined
  error?: string | undefined
}

/** A password input with a button that shows and hides the password. */
export function PasswordField({ name = 'password', label, autoComplete, hint, error }: PasswordFieldProps) {
  const t = useText()
  const hydrated = useHydrated()
  const [shown, setShown] = useState(false)
  return (
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
      inside={
        hydrated ? (
          <button
            type="button"
            aria-controls={name}
            aria-label={t(shown ? 'login.hidePassword' : 'login.showPassword')}
            onClick={() => setShown(!shown)}
            className="absolute inset-y-0.5 right-0.5 rounded bg-surface px-4 text-sm font-medium text-brand-text underline underline-offset-4"
          >
            {t(shown ? 'login.hide' : 'login.show')}
          </button>
        ) : null
      }
    />
  )
}
