import Type from 'typebox'
import {
  CountryCode,
  closed,
  FiatCode,
  Metadata,
  MetadataChanges,
  optional,
  ShownMetadata,
  text,
} from '../../wire/fields.js'

export const CustomerRegistration = Type.Object(
  {
    externalId: text(1, 100, "The embedder's own ID of the customer; anonymize it"),
    accountingCurrency: optional(FiatCode),
    customerCountry: optional(text(2, 2, 'ISO 3166-1 alpha-2')),
    providerCountry: optional(text(2, 2, 'ISO 3166-1 alpha-2')),
    metadata: optional(Metadata),
  },
  { ...closed, $id: 'CustomerRegistration' },
)

export const CustomerUpdate = Type.Object(
  {
    externalId: text(1, 100, "The embedder's own ID of the customer"),
    accountingCurrency: optional(FiatCode),
    customerCountry: optional(CountryCode),
    providerCountry: optional(CountryCode),
    metadata: optional(MetadataChanges),
  },
  { ...closed, $id: 'CustomerUpdate' },
)

export const Customer = Type.Object(
  {
    externalId: Type.String({ description: "The embedder's own ID of the customer" }),
    id: Type.String({ description: '24-character ID' }),
    enabled: Type.Boolean({ description: 'False: no account of the customer can send' }),
    active: Type.Boolean({ description: 'False once the customer is deactivated' }),
    accountingCurrency: optional(Type.String({ description: 'ISO 4217 code' })),
    customerCountry: optional(Type.String({ description: 'ISO 3166-1 alpha-2' })),
    providerCountry: optional(Type.String({ description: 'ISO 3166-1 alpha-2' })),
    metadata: optional(ShownMetadata),
  },
  { $id: 'Customer' },
)
