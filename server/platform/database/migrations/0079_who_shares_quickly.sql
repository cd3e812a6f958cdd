-- Every look at farm data asks which customers share it, and every total how many do not: both are answered by an index alone, with
-- what the policy reads of an office, and not by a look at all customers.
CREATE INDEX "office_shares" ON "office" USING btree ("farm_access_until") INCLUDE ("path","farm_path","care_path","kind") WHERE farm_access_until is not null;
CREATE INDEX "office_customers" ON "office" USING btree ("path") INCLUDE ("farm_access_until","farm_path","care_path","kind") WHERE kind = 'customer' and deleted_at is null;
