import type { z } from 'zod';
import {
  conversion,
  currenciesResponse,
  dayRate,
  historicalSeries,
  listedCurrency,
  pairComparison,
  pairRate,
  pairSources,
  provenance,
  rateSeries,
  rateSeriesResponse,
  ratesTable,
  statusReport,
} from './responses.ts';

const leg = provenance.shape.legs.element;

/** What stands behind each name of a schema. One that is part of others is one and the same object there, so it becomes a reference. */
export const SCHEMAS = {
  Conversion: conversion.extend({ provenance: provenance.optional() }),
  RatesTable: ratesTable,
  PairRate: pairRate.extend({ provenance: provenance.optional() }),
  PairSources: pairSources,
  PairComparison: pairComparison,
  ComparedRate: pairComparison.shape.rates.element,
  SourceWithout: pairComparison.shape.without.element,
  HistoricalSeries: historicalSeries,
  HistoricalPoint: historicalSeries.shape.points.element,
  RateSeriesTable: rateSeriesResponse,
  RateSeries: rateSeries,
  RateChange: rateSeries.shape.change,
  RateChangeBase: rateSeries.shape.since,
  DayRate: dayRate,
  CurrencyList: currenciesResponse,
  Currency: listedCurrency,
  StatusReport: statusReport,
  SourceStatus: statusReport.shape.sources.element,
  ServiceStatus: statusReport.shape.services.element,
  Provenance: provenance,
  ProvenanceLeg: leg,
  ProvenanceDocument: leg.shape.document.unwrap(),
  SourceId: conversion.shape.source,
  CurrencyCode: conversion.shape.from,
  Instant: conversion.shape.timestamp,
  Health: statusReport.shape.overall,
  Age: provenance.shape.age,
} as const;

/** The names of the document's schemas. */
export type SchemaName = keyof typeof SCHEMAS | 'Error';

/** The names of the document's schemas that are objects with fields, and those fields. */
export type SchemaFields = {
  readonly [
    Name in keyof typeof SCHEMAS as z.infer<(typeof SCHEMAS)[Name]> extends string ? never : Name
  ]: keyof z.infer<(typeof SCHEMAS)[Name]>;
};
