import { document } from './call.ts'
import * as message from './message.ts'
import * as page from './page-document.ts'
import * as place from './place.ts'
import * as service from './service.ts'
import * as tenant from './tenant.ts'

/** The part of the call list that anybody reads: what a tenant has written of itself. */
export const contentCalls = {
  getFinance: document('GET', '/tenants/:tenantId/finance', {
    who: 'anyone',
    input: tenant.OfTenant,
    output: tenant.Finance,
    ofContent: true,
  }),
  listServiceTypes: document('GET', '/tenants/:tenantId/servicetypes', {
    who: 'anyone',
    input: service.ListActive,
    output: service.ServiceTypes,
    ofContent: true,
  }),
  listServices: document('GET', '/tenants/:tenantId/services', {
    who: 'anyone',
    input: service.ListActive,
    output: service.Services,
    ofContent: true,
  }),
  listTeam: document('GET', '/tenants/:tenantId/team', {
    who: 'anyone',
    input: tenant.OfTenant,
    output: service.Team,
    ofContent: true,
  }),
  listPages: document('GET', '/tenants/:tenantId/pages', {
    who: 'anyone',
    input: page.ListPages,
    output: page.Pages,
    ofContent: true,
  }),
  getPage: document('GET', '/tenants/:tenantId/pages/:pageId', {
    who: 'anyone',
    input: page.OfPage,
    output: page.PageDocument,
    ofContent: true,
  }),
  listSubPages: document('GET', '/tenants/:tenantId/pages/:parentId/pages', {
    who: 'anyone',
    input: page.ListSubPages,
    output: page.SubPages,
    ofContent: true,
  }),
  getSubPage: document('GET', '/tenants/:tenantId/pages/:parentId/pages/:pageId', {
    who: 'anyone',
    input: page.OfSubPage,
    output: page.PageDocument,
    ofContent: true,
  }),
  getMessage: document('GET', '/tenants/:tenantId/messages/:id', {
    who: 'anyone',
    input: message.OfMessage,
    output: message.Message,
  }),
  listCountries: document('GET', '/countries', {
    who: 'anyone',
    input: place.Nothing,
    output: place.Countries,
    ofVersion: true,
  }),
  listLanguages: document('GET', '/languages', {
    who: 'anyone',
    input: place.Nothing,
    output: place.Languages,
    ofVersion: true,
  }),
}
