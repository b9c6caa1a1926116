import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { markRequests } from './request/drawn-for.ts'

markRequests()

startTransition(() => {
  hydrateRoot(document, <HydratedRouter />)
})
