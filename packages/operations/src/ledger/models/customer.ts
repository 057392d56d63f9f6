import Type from 'typebox'
import { CountryCode, closed, FiatCode, optional, text } from '../../wire/fields.js'

export const CustomerRegistration = Type.Object(
  {
    externalId: text(1, 100, "The embedder's own ID of the customer; anonymize it"),
    accountingCurrency: optional(FiatCode),
    customerCountry: optional(text(2, 2, 'ISO 3166-1 alpha-2')),
    providerCountry: optional(text(2, 2, 'ISO 3166-1 alpha-2')),
  },
  { ...closed, $id: 'CustomerRegistration' },
)

export const CustomerUpdate = Type.Object(
  {
    externalId: text(1, 100, "The embedder's own ID of the customer"),
    accountingCurrency: optional(FiatCode),
    customerCountry: optional(CountryCode),
    providerCountry: optional(CountryCode),
  },
  { ...closed, $id: 'CustomerUpdate' },
)

export const Customer = Type.Object(
  {
    externalId: Type.String(),
    id: Type.String(),
    enabled: Type.Boolean(),
    active: Type.Boolean(),
    accountingCurrency: optional(Type.String()),
    customerCountry: optional(Type.String()),
    providerCountry: optional(Type.String()),
  },
  { $id: 'Customer' },
)
