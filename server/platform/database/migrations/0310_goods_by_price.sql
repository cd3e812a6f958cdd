-- The shelf by price, for buyers who pay the general price of most goods: a page comes from the index.
CREATE INDEX "good_by_price" ON "good" USING btree (("least_price" is null),"currency","least_price","id","office_path") WHERE status = 'released';
