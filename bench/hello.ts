import { serve } from '@hono/node-server'
import { Hono } from 'hono'

/** The smallest comparable server (the baseline of bench/pages.ts); prints its port. */
const app = new Hono().get('/', (c) => c.text('hello'))
serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) => console.log(port))
